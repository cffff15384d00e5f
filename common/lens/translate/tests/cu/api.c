/* api.c: plain C that calls the runtime API, like the kit's worker; returns 0 if everything
 * worked. */
#include <cuda_runtime_api.h>

#include <stdio.h>
#include <string.h>

extern void (*scale)(float *, float, int); /* a kernel, from kernel.cu */

static int failures;

static void expect(int ok, const char *what) {
  if (ok) return;
  printf("%s\n", what);
  failures++;
}

static void launch_from_c(void) {
  float host[64], *device = NULL, factor = 3;
  int n = 64;
  void *arguments[] = {&device, &factor, &n};
  for (int i = 0; i < n; i++) host[i] = (float)i;
  expect(cudaMalloc((void **)&device, sizeof host) == cudaSuccess, "cudaMalloc");
  expect(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess, "upload");
  dim3 grid = {2, 1, 1}, block = {32, 1, 1};
  expect(cudaLaunchKernel((const void *)scale, grid, block, arguments, 0, NULL) == cudaSuccess,
         "cudaLaunchKernel");
  expect(cudaDeviceSynchronize() == cudaSuccess, "cudaDeviceSynchronize");
  expect(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess, "download");
  for (int i = 0; i < n; i++) expect(host[i] == 3.0f * (float)i, "a wrong value");
  expect(cudaFree(device) == cudaSuccess, "cudaFree");
}

static void errors_are_kept_until_asked_for(void) {
  cudaEvent_t event = NULL;
  float ms;
  expect(cudaEventCreate(&event) == cudaSuccess, "cudaEventCreate");
  expect(cudaEventElapsedTime(&ms, event, event) == cudaErrorInvalidResourceHandle, "unrecorded");
  expect(cudaPeekAtLastError() == cudaErrorInvalidResourceHandle, "peek");
  expect(cudaGetLastError() == cudaErrorInvalidResourceHandle, "get");
  expect(cudaGetLastError() == cudaSuccess, "get again");
  expect(cudaEventRecord(event, NULL) == cudaSuccess, "cudaEventRecord");
  expect(cudaEventElapsedTime(&ms, event, event) == cudaSuccess && ms == 0, "elapsed");
  expect(cudaEventDestroy(event) == cudaSuccess, "cudaEventDestroy");
  expect(cudaSetDevice(1) == cudaErrorInvalidDevice, "cudaSetDevice");
  expect(strcmp(cudaGetErrorName(cudaGetLastError()), "cudaErrorInvalidDevice") == 0, "name");
}

static void the_device_describes_itself(void) {
  struct cudaDeviceProp device;
  int value = 0, blocks = 0;
  expect(cudaGetDeviceProperties(&device, 0) == cudaSuccess && device.warpSize == 32, "properties");
  expect(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0) == cudaSuccess &&
             value == device.maxThreadsPerBlock,
         "attribute");
  expect(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)scale, 256, 0) ==
                 cudaSuccess &&
             blocks >= 1,
         "occupancy");
}

int main(void) {
  launch_from_c();
  errors_are_kept_until_asked_for();
  the_device_describes_itself();
  return failures > 0;
}
