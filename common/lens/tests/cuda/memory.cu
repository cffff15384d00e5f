// memory.cu: every kind of memory of the runtime API, used from kernels and from the host.
#include "check.h"

#include <cstdio>
#include <cstring>
#include <vector>

static int failures;

static void expect(int line, bool right) {
  if (right) return;
  fprintf(stderr, "line %d: not as expected\n", line);
  failures++;
}
#define EXPECT_THAT(condition) expect(__LINE__, condition)

struct Point {
  float x, y;
};

__constant__ Point corners[4];
__device__ int matrix[4][8];
__managed__ int managed_variable = 3;
__managed__ float managed_array[32];

__global__ void add_one(int n, int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1; // three launches of two warps: EXPECT load 6 192 24 24
}

__global__ void rows(int *x, size_t pitch, int width, int height) {
  int column = threadIdx.x, row = blockIdx.x;
  if (column >= width || row >= height) return;
  int *line = (int *)((char *)x + row * pitch);
  line[column] = line[column] * 10 + row;
}

__global__ void variables(float *out) {
  int i = threadIdx.x;
  out[i] = corners[i % 4].x + corners[i % 4].y + matrix[i % 4][i / 4];
  managed_array[i] = out[i];
  if (i == 0) managed_variable += 1;
}

static cudaMemoryType kind_of(const void *pointer) {
  cudaPointerAttributes attributes;
  EXPECT_THAT(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
  return attributes.type;
}

static void pinned() {
  int *host, *mapped, *seen;
  EXPECT_THAT(cudaMallocHost(&host, 64 * sizeof(int)) == cudaSuccess);
  EXPECT_THAT(cudaHostAlloc(&mapped, 64 * sizeof(int), cudaHostAllocMapped) == cudaSuccess);
  for (int i = 0; i < 64; i++) host[i] = mapped[i] = i;
  EXPECT_THAT(cudaHostGetDevicePointer(&seen, mapped, 0) == cudaSuccess);
  add_one<<<1, 64>>>(64, seen);
  add_one<<<1, 64>>>(64, host); // with unified addresses, the host pointer works directly
  EXPECT_THAT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; i++) EXPECT_THAT(host[i] == i + 1 && mapped[i] == i + 1);
  EXPECT_THAT(kind_of(host) == cudaMemoryTypeHost);
  int *device;
  cudaMalloc(&device, 64 * sizeof(int));
  EXPECT_THAT(kind_of(device + 3) == cudaMemoryTypeDevice);
  EXPECT_THAT(kind_of(&failures) == cudaMemoryTypeUnregistered);
  EXPECT_THAT(cudaMemcpyAsync(device, host, 64 * sizeof(int), cudaMemcpyHostToDevice, 0) ==
              cudaSuccess);
  EXPECT_THAT(cudaMemcpyAsync(mapped, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, 0) ==
              cudaSuccess);
  EXPECT_THAT(cudaStreamSynchronize(0) == cudaSuccess && mapped[5] == 6);
  EXPECT_THAT(cudaFreeHost(host) == cudaSuccess && cudaFreeHost(mapped) == cudaSuccess);
  EXPECT_THAT(cudaFree(device) == cudaSuccess);
}

static void registered() {
  std::vector<int> own(64, 7);
  int *seen;
  EXPECT_THAT(cudaHostRegister(own.data(), 64 * sizeof(int), cudaHostRegisterMapped) ==
              cudaSuccess);
  EXPECT_THAT(cudaHostRegister(own.data(), 64 * sizeof(int), cudaHostRegisterMapped) ==
              cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_THAT(cudaHostGetDevicePointer(&seen, own.data(), 0) == cudaSuccess);
  add_one<<<1, 64>>>(64, seen);
  EXPECT_THAT(cudaDeviceSynchronize() == cudaSuccess && own[63] == 8);
  EXPECT_THAT(cudaHostUnregister(own.data()) == cudaSuccess);
  EXPECT_THAT(cudaHostUnregister(own.data()) == cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
}

static void managed() {
  float *x;
  int device = 0;
  EXPECT_THAT(cudaMallocManaged(&x, 32 * sizeof(float)) == cudaSuccess);
  for (int i = 0; i < 32; i++) x[i] = 0;
#if CUDART_VERSION >= 13000
  cudaMemLocation there = {cudaMemLocationTypeDevice, device}, here = {cudaMemLocationTypeHost, 0};
  EXPECT_THAT(cudaMemPrefetchAsync(x, 32 * sizeof(float), there, 0) == cudaSuccess);
  EXPECT_THAT(cudaMemAdvise(x, 128, cudaMemAdviseSetPreferredLocation, there) == cudaSuccess);
#else
  cudaMemLocation here = {cudaMemLocationTypeHost, 0};
  EXPECT_THAT(cudaMemPrefetchAsync(x, 32 * sizeof(float), device) == cudaSuccess);
  EXPECT_THAT(cudaMemAdvise(x, 128, cudaMemAdviseSetPreferredLocation, device) == cudaSuccess);
  EXPECT_THAT(cudaMemPrefetchAsync(x, 32 * sizeof(float), cudaCpuDeviceId, 0) == cudaSuccess);
#endif
  EXPECT_THAT(cudaMemPrefetchAsync(x, 32 * sizeof(float), here, 0, 0) == cudaSuccess);
  Point points[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  int entries[4][8];
  for (int i = 0; i < 32; i++) entries[i / 8][i % 8] = 100 * i;
  EXPECT_THAT(cudaMemcpyToSymbol(corners, points, sizeof points) == cudaSuccess);
  EXPECT_THAT(cudaMemcpyToSymbol(matrix, entries, sizeof entries / 2) == cudaSuccess);
  EXPECT_THAT(cudaMemcpyToSymbolAsync(matrix, entries[2], sizeof entries / 2, sizeof entries / 2,
                                      cudaMemcpyHostToDevice, 0) == cudaSuccess);
  variables<<<1, 32>>>(x);
  EXPECT_THAT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 32; i++) {
    float wanted = points[i % 4].x + points[i % 4].y + entries[i % 4][i / 4];
    EXPECT_THAT(x[i] == wanted && managed_array[i] == wanted);
  }
  EXPECT_THAT(managed_variable == 4 && kind_of(x) == cudaMemoryTypeManaged);
  int back[4], *address;
  size_t bytes;
  EXPECT_THAT(cudaMemcpyFromSymbol(back, matrix, sizeof back, 9 * sizeof(int)) == cudaSuccess);
  EXPECT_THAT(back[0] == 900 && back[3] == 1200);
  EXPECT_THAT(cudaGetSymbolSize(&bytes, matrix) == cudaSuccess && bytes == sizeof entries);
  EXPECT_THAT(cudaGetSymbolAddress((void **)&address, matrix) == cudaSuccess);
  EXPECT_THAT(cudaMemcpy(back, address + 4, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT_THAT(back[0] == 400);
  float copy[32];
  EXPECT_THAT(cudaMemcpy(copy, x, sizeof copy, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT_THAT(cudaMemcpy(x, copy, sizeof copy, cudaMemcpyDefault) == cudaSuccess);
  EXPECT_THAT(memcmp(x, copy, sizeof copy) == 0);
  EXPECT_THAT(cudaFree(x) == cudaSuccess);
}

static void pitched() {
  int host[6][10], back[6][10], *device;
  size_t pitch;
  for (int i = 0; i < 60; i++) host[i / 10][i % 10] = i;
  EXPECT_THAT(cudaMallocPitch(&device, &pitch, sizeof host[0], 6) == cudaSuccess);
  EXPECT_THAT(pitch >= sizeof host[0] && pitch % 256 == 0);
  EXPECT_THAT(cudaMemset2D(device, pitch, 0, sizeof host[0], 6) == cudaSuccess);
  EXPECT_THAT(cudaMemcpy2D(device, pitch, host, sizeof host[0], sizeof host[0], 6,
                           cudaMemcpyHostToDevice) == cudaSuccess);
  rows<<<6, 32>>>(device, pitch, 10, 6);
  EXPECT_THAT(cudaMemcpy2DAsync(back, sizeof back[0], device, pitch, sizeof back[0], 6,
                                cudaMemcpyDeviceToHost, 0) == cudaSuccess);
  cudaDeviceSynchronize();
  for (int i = 0; i < 60; i++) EXPECT_THAT(back[i / 10][i % 10] == i * 10 + i / 10);
  EXPECT_THAT(cudaMemcpy2D(device, 8, host, 40, 40, 6, cudaMemcpyHostToDevice) ==
              cudaErrorInvalidPitchValue);
  cudaGetLastError();
  EXPECT_THAT(cudaFree(device) == cudaSuccess);
}

static void solid() {
  static float host[2][3][4], back[2][3][4];
  for (int i = 0; i < 24; i++) host[i / 12][i / 4 % 3][i % 4] = (float)i;
  cudaExtent extent = make_cudaExtent(4 * sizeof(float), 3, 2);
  cudaPitchedPtr device;
  EXPECT_THAT(cudaMalloc3D(&device, extent) == cudaSuccess);
  EXPECT_THAT(cudaMemset3D(device, 0, extent) == cudaSuccess);
  cudaMemcpy3DParms up = {}, down = {};
  up.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(float), 4, 3);
  up.dstPtr = down.srcPtr = device;
  down.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(float), 4, 3);
  up.extent = down.extent = extent;
  up.kind = cudaMemcpyHostToDevice;
  down.kind = cudaMemcpyDeviceToHost;
  EXPECT_THAT(cudaMemcpy3D(&up) == cudaSuccess && cudaMemcpy3D(&down) == cudaSuccess);
  EXPECT_THAT(memcmp(host, back, sizeof host) == 0);
  EXPECT_THAT(cudaFree(device.ptr) == cudaSuccess);
}

static void in_order() {
  int *x, back[64];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  EXPECT_THAT(cudaMallocAsync(&x, sizeof back, stream) == cudaSuccess);
  EXPECT_THAT(cudaMemsetAsync(x, 0, sizeof back, stream) == cudaSuccess);
  EXPECT_THAT(cudaMemcpyAsync(back, x, sizeof back, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  EXPECT_THAT(cudaFreeAsync(x, stream) == cudaSuccess);
  EXPECT_THAT(cudaStreamSynchronize(stream) == cudaSuccess && back[63] == 0);
  cudaStreamDestroy(stream);
}

int main() {
  pinned();
  registered();
  managed();
  pitched();
  solid();
  in_order();
  EXPECT_THAT(cudaGetLastError() == cudaSuccess);
  return failures ? 1 : check_annotations(__FILE__);
}
