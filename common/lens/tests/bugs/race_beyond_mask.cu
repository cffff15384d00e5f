// race_beyond_mask.cu: the groups of a warp read a value from its first lane, and each group
// synchronises separately. The first lane continues with its group, and writes the next value while
// others still read.
#include "check.h"

__global__ void kernel(int turns, const int *x, int *y) {
  __shared__ int said;
  int lane = threadIdx.x % 32;
  unsigned group = 0xffu << lane / 8 * 8;
  for (int i = 0; i < turns; i++) {
    if (lane == 0) said = x[i];
    __syncwarp();
    int sum = said + lane; // BUG race said
    for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(group, sum, step, 8);
    if (lane % 8 == 0) y[lane / 8] = sum;
  }
}

int main() {
  const int n = 4;
  int *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_y, n * sizeof(int));
  cudaMemset(d_x, 0, n * sizeof(int));
  kernel<<<1, 32>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
