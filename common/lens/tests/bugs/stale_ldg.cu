// stale_ldg.cu: a value is written, and read again through the cache for constant data.
#include "check.h"

__global__ void kernel(int n, float *x, const float *before) {
  int t = threadIdx.x;
  x[t] = 2 * __ldg(&before[t]);
  __syncthreads();
  float left = __ldg(&x[(t + 1) % n]); // BUG stale read x
  __syncthreads();
  x[t] += left;
}

int main() {
  const int n = 128;
  float *d_x, *d_before;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_before, n * sizeof(float));
  cudaMemset(d_before, 0, n * sizeof(float));
  kernel<<<1, n>>>(n, d_x, d_before);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
