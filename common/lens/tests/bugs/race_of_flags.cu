// race_of_flags.cu: shared booleans are read before the barrier.
#include "check.h"

__global__ void kernel(const int *x, int *y) {
  __shared__ bool odd[64];
  int t = threadIdx.x;
  odd[t] = x[t] % 2 != 0;
  int count = odd[t] + odd[(t + 32) % 64]; // BUG race odd
  __syncthreads();
  y[t] = count + odd[63 - t];
}

int main() {
  int h[64], *d_x, *d_y;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<1, 64>>>(d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
