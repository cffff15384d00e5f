// written_after_flag.cu: the second value is written after the flag is set.
#include "check.h"

__global__ void kernel(int *early, int *late, volatile int *flags, int *y) {
  int block = blockIdx.x;
  if (block > 0) {
    while (flags[block - 1] == 0) {}
    __threadfence();
    y[block] = early[block - 1];
    y[block] += late[block - 1]; // BUG race late
  }
  early[block] = block;
  __threadfence();
  flags[block] = 1;
  late[block] = block;
}

int main() {
  int *d_early, *d_late, *d_flags, *d_y;
  cudaMalloc(&d_early, 8 * sizeof(int));
  cudaMalloc(&d_late, 8 * sizeof(int));
  cudaMalloc(&d_flags, 8 * sizeof(int));
  cudaMalloc(&d_y, 8 * sizeof(int));
  cudaMemset(d_late, 0, 8 * sizeof(int));
  cudaMemset(d_flags, 0, 8 * sizeof(int));
  kernel<<<8, 1>>>(d_early, d_late, d_flags, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
