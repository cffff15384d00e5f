// call_never_read.cu: calls of the runtime API fail, and the program never checks.
#include "check.h"

__constant__ float weights[4];

__global__ void kernel(float *y) {
  extern __shared__ float s[];
  s[threadIdx.x] = weights[threadIdx.x % 4];
  y[threadIdx.x] = s[threadIdx.x];
}

int main() {
  const float w[4] = {1, 2, 3, 4};
  float *d_y, h[64] = {0};
  cudaMalloc(&d_y, sizeof h);
  cudaMemset(d_y, 0, sizeof h);
  cudaMemcpyToSymbol("weights", w, sizeof w); // BUG unread error: cudaMemcpyToSymbol failed with cudaErrorInvalidSymbol
  for (int i = 0; i < 2; i++)
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20); // BUG unread error
  (void)cudaMemcpy2D(h, 16, d_y, 32, 32, 2, cudaMemcpyDeviceToHost); // BUG unread error: cudaErrorInvalidPitchValue
  kernel<<<1, 32, 128>>>(d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(d_y);
  return check_at_end(__FILE__);
}
