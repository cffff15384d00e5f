// last_warp.cu: the unrolled last warp of a sum, with a __syncwarp between reading and writing.
#include "check.h"

__global__ void sum(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) {
    float v = s[t];
    for (int step = 32; step > 0; step /= 2) {
      v += s[t + step];
      __syncwarp();
      s[t] = v;
      __syncwarp();
    }
  }
  if (t == 0) x[0] = s[0];
}

__global__ void tiles(float *x) {
  __shared__ float tile[64];
  float all = 0;
  for (int k = 0; k < 4; k++) {
    tile[threadIdx.x] = x[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++) all += tile[i];
    __syncthreads();
  }
  x[256 + threadIdx.x] = all;
}

int main() {
  float *x;
  cudaMalloc(&x, 320 * sizeof(float));
  cudaMemset(x, 0, 320 * sizeof(float));
  sum<<<1, 64>>>(x);
  tiles<<<1, 64>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
