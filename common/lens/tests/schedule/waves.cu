// waves.cu: as many blocks as may be resident at once wait for each other, wave after wave. A GPU
// begins blocks in the order of their numbers; so does the lens, unless a seed says otherwise.
#include "check.h"

#include <stdlib.h>

__global__ void meet(int *arrived, int wave_size) {
  if (threadIdx.x == 0) {
    int *count = &arrived[blockIdx.x / wave_size];
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < wave_size) {
    }
  }
}

int main() {
  setenv("LENS_SEED", "0", 1);
  setenv("LENS_MULTIPROCESSORS", "4", 1);
  const int waves = 8, shared = 48 * 1024;
  int multiprocessors, each;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, meet, 32, shared);
  int wave_size = multiprocessors * each;
  int *d_arrived;
  cudaMalloc(&d_arrived, waves * sizeof(int));
  cudaMemset(d_arrived, 0, waves * sizeof(int));
  meet<<<waves * wave_size, 32, shared>>>(d_arrived, wave_size);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(d_arrived);
  return check_annotations(__FILE__);
}
