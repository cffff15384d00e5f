// freed.cu: all memory is freed, and each error is read, so there are no findings at the end.
#include "check.h"

__device__ float total;

__global__ void add(int n, const float *x, const float *missing) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float term = i < n ? x[i] : missing ? missing[i] : 0;
  atomicAdd(&total, term);
}

int main() {
  const int n = 1000;
  static float h[n];
  float *d_x, *d_more[4];
  cudaMalloc(&d_x, sizeof h);
  for (auto &it : d_more) cudaMalloc(&it, 4096);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<8, 128>>>(n, d_x, nullptr);
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
  add<<<8, 128>>>(n, d_x, nullptr);
  cudaFree(d_x);
  for (auto it : d_more) cudaFree(it);
  return check_at_end(__FILE__);
}
