// race_second_barrier.cu: the tile is filled again while other threads still read it.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 128) {
    tile[t] = first + t < n ? x[first + t] + first : 0;
    __syncthreads();
    sum += tile[127 - t]; // BUG race tile
  }
  if (blockIdx.x == 0) y[t] = sum;
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
