// copy_unwritten.cu: the host copies results that no kernel has written, as a whole and in rows.
#include "check.h"

__global__ void scale(const float *x, float *y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

int main() {
  float *d_x, *d_y, *d_other, *d_rows, h[32];
  size_t pitch;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMalloc(&d_other, sizeof h);
  cudaMallocPitch(&d_rows, &pitch, 8 * sizeof(float), 4);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(d_x, d_y, 32);
  for (int i = 0; i < 2; i++)
    cudaMemcpy(h, d_other, sizeof h, cudaMemcpyDeviceToHost); // BUG uninitialised read d_other: copies 128 bytes to the host
  cudaMemcpy2D(h, 8 * sizeof(float), d_rows, pitch, 8 * sizeof(float), 4, cudaMemcpyDeviceToHost); // BUG uninitialised read
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_other);
  cudaFree(d_rows);
  return check_at_end(__FILE__);
}
