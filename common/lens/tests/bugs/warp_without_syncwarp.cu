// warp_without_syncwarp.cu: each lane reads what its neighbour has just written, without __syncwarp.
#include "arrays.h"

__global__ void kernel(const int *x, int *y) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = x[t] * 3;
  int left = t > 0 ? values[t - 1] : 0; // BUG race values: a __syncwarp() that all threads of the warp reach
  __syncwarp();
  y[t] = values[t] - left;
}

int main() {
  kernel<<<1, 32>>>(numbers<int>(32), unset<int>(32));
  return outcome(cudaSuccess, __FILE__);
}
