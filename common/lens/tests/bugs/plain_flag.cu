// plain_flag.cu: the flag is neither volatile nor atomic: whether a block sees it depends on
// timing, and the compiler may move the read.
#include "check.h"

__global__ void kernel(int *data, int *flags, int *y) {
  int block = blockIdx.x;
  data[block] = block;
  __threadfence();
  flags[block] = 1;
  __threadfence();
  int before = (block + 7) % 8;
  y[block] = flags[before]; // BUG race flags
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
