// flag_without_fence.cu: the flag is set, but no fence is between the data and the flag.
#include "check.h"

__global__ void kernel(int *data, volatile int *flags, int *y) {
  int block = blockIdx.x;
  if (block > 0) {
    while (flags[block - 1] == 0) {
    }
    __threadfence();
    y[block] = data[block - 1]; // BUG race data
  }
  data[block] = block;
  flags[block] = 1;
}

int main() {
  int *d_data, *d_flags, *d_y;
  cudaMalloc(&d_data, 8 * sizeof(int));
  cudaMalloc(&d_flags, 8 * sizeof(int));
  cudaMalloc(&d_y, 8 * sizeof(int));
  cudaMemset(d_flags, 0, 8 * sizeof(int));
  kernel<<<8, 1>>>(d_data, d_flags, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
