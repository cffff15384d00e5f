// two_barriers.cu: the two sides of a branch wait at different barriers.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  if (t < 32) {
    tile[t] = x[t % n];
    __syncthreads(); // BUG divergent barrier
    tile[t] += 1;
  } else {
    tile[t] = 0;
    __syncthreads();
    tile[t] += 2;
  }
  __syncthreads();
  if (blockIdx.x == 0) y[t] = tile[t];
}

int main() {
  const int n = 1000;
  static float h[n];
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_y, 0, n * sizeof(float));
  kernel<<<(n + 127) / 128, 128>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
