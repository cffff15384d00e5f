// shared_never_written.cu: only half of the tile is filled.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  /* Even blocks fill the lower half, odd ones the upper; what an earlier block left there must not
     decide what is counted. */
  if (threadIdx.x / 64 == blockIdx.x % 2) tile[threadIdx.x] = i < n ? x[i] + 1 : 1;
  __syncthreads();
  float v = tile[threadIdx.x]; // BUG uninitialised read tile
  if (i < n && v > 0)
    y[i] = v; // EXPECT store 16 488
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
