// grid_too_large.cu: a cooperative launch with more blocks than can be resident at once. A launch
// with as many as the occupancy allows works.
#include "check.h"

extern "C" void lens_grid_sync(void);

__global__ void kernel(int *count) {
  atomicAdd(count, 1);
  lens_grid_sync();
  if (threadIdx.x == 0 && *count != (int)(gridDim.x * blockDim.x)) atomicAdd(count, 1);
}

int main() {
  int *d_count, count = 0, blocks = 0;
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  cudaMalloc(&d_count, sizeof(int));
  cudaMemset(d_count, 0, sizeof(int));
  void *arguments[] = {&d_count};
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 512, 0);
  int most = blocks * device.multiProcessorCount;
  dim3 grid(most + 1), block(512);
  cudaError_t error;
  error = cudaLaunchCooperativeKernel(kernel, grid, block, arguments, 0, 0); // BUG bad launch
  if (error != cudaErrorCooperativeLaunchTooLarge || cudaGetLastError() != error) return 2;
  error = cudaLaunchCooperativeKernel(kernel, dim3(most), dim3(512), arguments, 0, 0);
  cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess || count != most * 512) return 3;
  return check_annotations(__FILE__);
}
