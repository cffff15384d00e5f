// same_value.cu: many threads set one flag to the same value: a harmless race.
#include "check.h"

__global__ void kernel(int n, const int *x, int *found) {
  __shared__ int any;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  if (i < n && x[i] > 10) any = 1;
  __syncthreads();
  if (any && threadIdx.x < 4) *found = 1;
}

int main() {
  const int n = 1000;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  int *d_x, *d_found, found;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_found, sizeof found);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_found, 0, sizeof found);
  kernel<<<8, 128>>>(n, d_x, d_found);
  cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
  return found == 1 ? check_annotations(__FILE__) : 1;
}
