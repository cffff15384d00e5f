// tile_second_barrier.cu: the next tile is loaded while slow threads still use this one.
#include "arrays.h"

__global__ void row_sums(int n, const double *x, double *y) {
  __shared__ double tile[64];
  int t = threadIdx.x;
  double sum = 0;
  for (int first = 0; first < n; first += 64) {
    tile[t] = x[first + t];
    __syncthreads();
    for (int k = 0; k < 64; k++)
      sum += tile[(t + k) % 64]; // BUG race tile
  }
  y[t] = sum;
}

int main() {
  row_sums<<<1, 64>>>(256, numbers<double>(256), unset<double>(64));
  return outcome(cudaSuccess, __FILE__);
}
