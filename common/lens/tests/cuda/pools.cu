// pools.cu: pools of memory, attributes of streams, names of errors and other parts of the runtime
// API that only describe a device.
#include "check.h"

#include <cooperative_groups.h>
#include <cuda_profiler_api.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace cg = cooperative_groups;

static int failures;

static void expect(const char *what, bool holds) {
  if (holds) return;
  fprintf(stderr, "%s: not so\n", what);
  failures++;
}

static bool good(cudaError_t error) {
  (void)cudaGetLastError();
  return error == cudaSuccess;
}

__global__ void fill(int *x, int value) {
  x[threadIdx.x] = value;
}

// ---- pools ----

static uint64_t used(cudaMemPool_t pool, cudaMemPoolAttr which) {
  uint64_t bytes = 0;
  expect("an attribute of a pool", good(cudaMemPoolGetAttribute(pool, which, &bytes)));
  return bytes;
}

static void check_default_pool() {
  cudaMemPool_t pool = NULL;
  uint64_t keep = UINT64_MAX, kept = 0;
  int *x, host[32] = {0};
  expect("a default pool", good(cudaDeviceGetDefaultMemPool(&pool, 0)) && pool);
  expect("a threshold",
         good(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep)) &&
             good(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept)) &&
             kept == keep);
  expect("memory of it", good(cudaMallocAsync(&x, sizeof host, 0)));
  expect("is in use", used(pool, cudaMemPoolAttrUsedMemCurrent) >= sizeof host);
  fill<<<1, 32>>>(x, 7);
  expect("copied", good(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost)) && host[31] == 7);
  expect("given back", good(cudaFreeAsync(x, 0)) && good(cudaDeviceSynchronize()));
  expect("nothing in use", used(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  expect("trimmed", good(cudaMemPoolTrimTo(pool, 0)));
}

static void check_own_pool() {
  cudaMemPool_t pool = NULL, of_device = NULL;
  cudaMemPoolProps props;
  cudaStream_t stream;
  int *x, *y;
  memset(&props, 0, sizeof props);
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  expect("a pool", good(cudaMemPoolCreate(&pool, &props)));
  props.location.id = 9;
  expect("none of another device", !good(cudaMemPoolCreate(&of_device, &props)));
  cudaStreamCreate(&stream);
  expect("from it", good(cudaMallocFromPoolAsync(&x, 4096, pool, stream)));
  expect("the pool of the device", good(cudaDeviceSetMemPool(0, pool)) &&
                                       good(cudaDeviceGetMemPool(&of_device, 0)) &&
                                       of_device == pool);
  expect("from the device's pool", good(cudaMallocAsync(&y, 4096, stream)));
  expect("two in use", used(pool, cudaMemPoolAttrUsedMemCurrent) >= 8192);
  cudaFreeAsync(x, stream);
  cudaStreamSynchronize(stream);
  expect("the most in use", used(pool, cudaMemPoolAttrUsedMemHigh) >= 8192);
  expect("one in use", used(pool, cudaMemPoolAttrUsedMemCurrent) < 8192);
  cudaFree(y); // also frees memory of pools
  expect("none in use", used(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  cudaStreamDestroy(stream);
  expect("destroyed", good(cudaMemPoolDestroy(pool)));
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceSetMemPool(0, pool);
}

// ---- streams ----

static void check_stream_attributes() {
  cudaStream_t stream, other;
  cudaStreamAttrValue value, got;
  memset(&value, 0, sizeof value);
  memset(&got, 0, sizeof got);
  value.syncPolicy = cudaSyncPolicyYield;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, 0);
  expect("a policy",
         good(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value)) &&
             good(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &got)) &&
             got.syncPolicy == cudaSyncPolicyYield);
  got.syncPolicy = cudaSyncPolicyAuto;
  expect("copied",
         good(cudaStreamCopyAttributes(other, stream)) &&
             good(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &got)) &&
             got.syncPolicy == cudaSyncPolicyYield);
  expect("not copied to nowhere",
         cudaStreamGetAttribute(stream, cudaLaunchAttributeCooperative, &got) != cudaSuccess);
  (void)cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}

// ---- names and numbers ----

static void check_names() {
  expect("an error of a call",
         strcmp(cudaGetErrorName(cudaErrorInvalidTexture), "cudaErrorInvalidTexture") == 0);
  expect("an error of a graph", strcmp(cudaGetErrorName(cudaErrorGraphExecUpdateFailure),
                                       "cudaErrorGraphExecUpdateFailure") == 0);
  expect("its number", cudaErrorGraphExecUpdateFailure == 910 && cudaErrorInvalidSurface == 37);
  expect("a text", strlen(cudaGetErrorString(cudaErrorECCUncorrectable)) > 5);
  expect("no error of that number", strncmp(cudaGetErrorName((cudaError_t)12345), "cuda", 4) != 0);
  int overlap = 0, pools = 0;
  cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, 0);
  cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, 0);
  expect("overlap and pools", overlap == 1 && pools == 1);
  expect("flags", cudaDeviceBlockingSync == cudaDeviceScheduleBlockingSync);
  expect("limits", INT_MAX == 2147483647 && INT_MIN < 0 && UINT_MAX > 0); // without an include
  char bus[20];
  int device = -1;
  cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  expect("a bus", good(cudaDeviceGetByPCIBusId(&device, bus)) && device == 0);
  cudaProfilerStart();
  cudaProfilerStop();
  size_t heap = 0;
  expect("a limit that is kept", good(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)) &&
                                     good(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize)) &&
                                     heap >= 64 << 20);
  expect("no such limit", cudaDeviceSetLimit((cudaLimit)99, 1) != cudaSuccess);
  (void)cudaGetLastError();
#if !defined __DRIVER_TYPES_H__ || !defined __CUDA_RUNTIME_H__ || !defined __CUDA_RUNTIME_API_H__
  expect("the guards of CUDA's headers", false);
#endif
}

// ---- vector types are bytes to a group ----

static_assert(std::is_trivially_copyable<uint4>::value && std::is_trivially_copyable_v<double2>,
              "");

__global__ void rotate(float4 *x) {
  __shared__ cg::block_tile_memory<32> scratch;
  cg::thread_block block = cg::this_thread_block(scratch);
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  float4 mine = x[threadIdx.x];
  x[threadIdx.x] = warp.shfl_xor(mine, 1);
}

static void check_vectors() {
  float4 host[32], *x;
  for (int i = 0; i < 32; i++) host[i] = make_float4(i, i + 1, i + 2, i + 3);
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  rotate<<<1, 32>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  for (int i = 0; i < 32; i++) expect("rotated", host[i].x == (i ^ 1) && host[i].w == (i ^ 1) + 3);
}

int main() {
  check_default_pool();
  check_own_pool();
  check_stream_attributes();
  check_names();
  check_vectors();
  return failures ? 1 : check_annotations(__FILE__);
}
