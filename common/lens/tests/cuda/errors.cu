// errors.cu: errors of launches and calls, as CUDA's runtime returns them, and the device's
// description.
#include "check.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

static int failures;

static void expect(int line, bool right) {
  if (right) return;
  fprintf(stderr, "line %d: not as expected\n", line);
  failures++;
}
#define EXPECT_THAT(condition) expect(__LINE__, condition)

static const int enough_shared = 100 * 1024;

__device__ int counter = 5;
__device__ int zeros[100];
__constant__ float table[4] = {1, 2, 3, 4};

__global__ void fill(int n, int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

__global__ void fill_late(int n, int *x) {
  cudaGridDependencySynchronize();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -i;
  cudaTriggerProgrammaticLaunchCompletion();
}

template <int N> __global__ void with_shared(int *x) {
  extern __shared__ int room[];
  __shared__ int fixed[N];
  room[threadIdx.x] = fixed[threadIdx.x] = threadIdx.x;
  x[threadIdx.x] = room[threadIdx.x] + fixed[threadIdx.x];
}

__global__ void change_variables() {
  counter = 6;
  zeros[3] = 1;
}

struct BytesOfBlock {
  __host__ __device__ int operator()(int threads) const {
    return threads * 400;
  }
};

static void configurations(int *x) {
  fill<<<1, 1025>>>(0, x); // BUG bad launch
  EXPECT_THAT(cudaPeekAtLastError() == cudaErrorInvalidValue);
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
  fill<<<0, 32>>>(0, x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  fill<<<dim3(1, 70000), 32>>>(0, x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  fill<<<1, dim3(1, 1, 65)>>>(0, x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT_THAT(cudaDeviceSynchronize() == cudaSuccess); // none of these is sticky
  fill<<<1, 1024>>>(0, x);
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
}

static void shared_memory(int *x) {
  with_shared<32><<<1, 32, 48 * 1024 - 128>>>(x);
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
  with_shared<32><<<1, 32, 48 * 1024 + 4>>>(x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT_THAT(cudaFuncSetAttribute(with_shared<32>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   enough_shared) == cudaSuccess);
  with_shared<32><<<1, 32, enough_shared>>>(x);
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
  with_shared<32><<<1, 32, enough_shared + 4>>>(x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  with_shared<64><<<1, 32, enough_shared>>>(x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT_THAT(cudaFuncSetAttribute(with_shared<32>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   300 * 1024) == cudaErrorInvalidValue);
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  EXPECT_THAT(cudaFuncGetAttributes(&attributes, with_shared<32>) == cudaSuccess);
  EXPECT_THAT(attributes.maxDynamicSharedSizeBytes == enough_shared);
  EXPECT_THAT(attributes.maxThreadsPerBlock == 1024);
}

static void calls() {
  int device = -1, value = 0;
  EXPECT_THAT(cudaSetDevice(99) == cudaErrorInvalidDevice);
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidDevice);
  EXPECT_THAT(cudaSetDevice(0) == cudaSuccess && cudaGetDevice(&device) == cudaSuccess);
  EXPECT_THAT(device == 0);
  EXPECT_THAT(strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  EXPECT_THAT(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
  EXPECT_THAT(strcmp(cudaGetErrorString(cudaErrorCooperativeLaunchTooLarge),
                     "too many blocks in cooperative launch") == 0);
  void *much;
  EXPECT_THAT(cudaMalloc(&much, (size_t)1 << 50) == cudaErrorMemoryAllocation);
  EXPECT_THAT(cudaGetLastError() == cudaErrorMemoryAllocation);
  EXPECT_THAT(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0) == cudaSuccess);
  EXPECT_THAT(value == 32);
  EXPECT_THAT(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess);
  EXPECT_THAT(cudaFuncSetCacheConfig(fill, cudaFuncCachePreferShared) == cudaSuccess);
  EXPECT_THAT(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
  EXPECT_THAT(cudaRuntimeGetVersion(&value) == cudaSuccess && value >= 12000);
  EXPECT_THAT(cudaDriverGetVersion(&value) == cudaSuccess && value >= 12000);
}

static void occupancy() {
  cudaDeviceProp prop;
  EXPECT_THAT(cudaGetDeviceProperties(&prop, 0) == cudaSuccess);
  int blocks, grid, block;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0);
  EXPECT_THAT(blocks == prop.maxThreadsPerMultiProcessor / 256);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, 0);
  EXPECT_THAT(blocks == prop.maxBlocksPerMultiProcessor);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 40 * 1024);
  EXPECT_THAT(blocks == (int)(prop.sharedMemPerMultiprocessor / (41 * 1024)));
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0);
  EXPECT_THAT(block == 1024 && grid == 2 * prop.multiProcessorCount);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 300);
  EXPECT_THAT(block == 256 || block == 300 || block == 288);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, fill, BytesOfBlock());
  EXPECT_THAT(block * 400 <= 48 * 1024 && block > 0);
}

// The number of multiprocessors can be set, to count as on a larger GPU.
static void multiprocessors() {
  cudaDeviceProp prop;
  int count;
  setenv("LENS_MULTIPROCESSORS", "132", 1);
  EXPECT_THAT(cudaGetDeviceProperties(&prop, 0) == cudaSuccess && prop.multiProcessorCount == 132);
  EXPECT_THAT(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
              count == 132);
  setenv("LENS_MULTIPROCESSORS", "none", 1);
  EXPECT_THAT(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
              count == 16);
}

static void cooperative_launches(int *x) {
  int n = 64;
  void *arguments[] = {&n, &x};
  EXPECT_THAT(cudaLaunchCooperativeKernel(fill, dim3(2), dim3(32), arguments, 0, 0) == cudaSuccess);
  const void *kernel = (const void *)fill;
  dim3 grid(100000), block(1024);
  cudaError_t error = cudaLaunchCooperativeKernel(kernel, grid, block, arguments, 0, 0); // BUG bad launch
  EXPECT_THAT(error == cudaErrorCooperativeLaunchTooLarge);
  EXPECT_THAT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_THAT(cudaLaunchKernelEx(&config, fill, n, x) == cudaSuccess);
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  EXPECT_THAT(cudaLaunchKernelEx(&config, fill_late, n, x) == cudaSuccess);
  config.numAttrs = 0;
  EXPECT_THAT(cudaLaunchKernelExC(&config, (const void *)fill, arguments) == cudaSuccess);
}

static void reset(int *x) {
  size_t before, between, after, total;
  int value;
  float entry;
  int *y;
  EXPECT_THAT(cudaMemGetInfo(&before, &total) == cudaSuccess && before <= total);
  EXPECT_THAT(cudaMalloc(&y, 1 << 22) == cudaSuccess);
  cudaMemGetInfo(&between, &total);
  EXPECT_THAT(before - between == 1 << 22);
  cudaFree(y);
  cudaMemGetInfo(&after, &total);
  EXPECT_THAT(after == before);
  change_variables<<<1, 1>>>();
  value = 7;
  cudaMemcpyToSymbol(table, &value, sizeof value);
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  EXPECT_THAT(value == 6);
  EXPECT_THAT(cudaDeviceReset() == cudaSuccess);
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  EXPECT_THAT(value == 5);
  cudaMemcpyFromSymbol(&value, zeros, sizeof value, 3 * sizeof value);
  EXPECT_THAT(value == 0);
  cudaMemcpyFromSymbol(&entry, table, sizeof entry);
  EXPECT_THAT(entry == 1);
#ifdef SPARSELAB_LENS
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, x);
  EXPECT_THAT(attributes.type == cudaMemoryTypeUnregistered);
#endif
  with_shared<32><<<1, 32, enough_shared>>>(x); // BUG bad launch
  EXPECT_THAT(cudaGetLastError() == cudaErrorInvalidValue);
}

__global__ void crash(int *x) {
  *x = 1; // BUG host pointer x
}

static void sticky() {
  int on_the_host = 0;
  int *x;
  crash<<<1, 1>>>(&on_the_host);
  EXPECT_THAT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  EXPECT_THAT(cudaGetLastError() == cudaErrorIllegalAddress);
  EXPECT_THAT(cudaGetLastError() == cudaErrorIllegalAddress); // the error stays
  EXPECT_THAT(cudaMalloc(&x, 4) == cudaErrorIllegalAddress);
  EXPECT_THAT(cudaDeviceReset() == cudaErrorIllegalAddress);
}

int main() {
  int *x;
  cudaMalloc(&x, 1024 * sizeof *x);
  configurations(x);
  shared_memory(x);
  calls();
  occupancy();
  multiprocessors();
  cooperative_launches(x);
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
  reset(x);
  sticky();
  return failures ? 1 : check_annotations(__FILE__);
}
