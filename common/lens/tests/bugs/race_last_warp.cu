// race_last_warp.cu: the unrolled last warp of a sum, without __syncwarp. Each step reads what the
// step before it wrote in another lane, although its own += has read the element since.
#include "check.h"

__global__ void sum(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16]; // BUG race s: a __syncwarp() is missing between line
    s[t] += s[t + 8]; // BUG race s: a __syncwarp() is missing between line
    s[t] += s[t + 4]; // BUG race s: a __syncwarp() is missing between line
    s[t] += s[t + 2]; // BUG race s: a __syncwarp() is missing between line
    s[t] += s[t + 1]; // BUG race s: a __syncwarp() is missing between line
  }
  if (t == 0) x[0] = s[0];
}

__global__ void sum_of_half(float *x) {
  __shared__ float s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncwarp();
  if (threadIdx.x < 8) {
    s[threadIdx.x] += s[threadIdx.x + 8];
    s[threadIdx.x] += s[threadIdx.x + 4]; // BUG race s: a __syncwarp() that all threads of the warp reach
  }
}

int main() {
  float *x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  sum<<<1, 64>>>(x);
  sum_of_half<<<1, 32>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
