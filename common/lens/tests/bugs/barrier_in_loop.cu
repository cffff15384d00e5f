// barrier_in_loop.cu: the threads of a block run different numbers of iterations.
#include "arrays.h"

__global__ void kernel(int n, const float *x, float *y) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += 64) {
    tile[t] = x[i];
    __syncthreads(); // BUG divergent barrier
    sum += tile[t];
  }
  y[t] = sum;
}

int main() {
  check_strict_barriers();
  kernel<<<1, 64>>>(100, numbers<float>(100), unset<float>(64));
  return outcome(cudaSuccess, __FILE__);
}
