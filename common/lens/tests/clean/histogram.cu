// histogram.cu: atomics on global and shared memory, and a counter in a __device__ variable.
#include "check.h"

__device__ int total;

__global__ void count(int n, const int *x, int *bins) {
  __shared__ int own[16];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 16) own[t] = 0;
  __syncthreads();
  if (i < n) {
    atomicAdd(&own[x[i]], 1);
    atomicAdd(&total, 1);
  }
  __syncthreads();
  if (t < 16 && own[t] > 0) atomicAdd(&bins[t], own[t]);
}

int main() {
  const int n = 5000;
  static int h[n], bins[16];
  for (int i = 0; i < n; i++) h[i] = i * i % 16;
  int *d_x, *d_bins, all = 0;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  count<<<(n + 127) / 128, 128>>>(n, d_x, d_bins);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&all, total, sizeof all);
  if (bins[0] != 1250 || bins[1] != 1250 || bins[4] != 1250 || bins[9] != 1250) return 1;
  if (all != n) return 1;
  return check_annotations(__FILE__);
}
