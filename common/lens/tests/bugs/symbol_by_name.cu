// symbol_by_name.cu: host code passes device variables to copies and kernels by name, as if the
// name were their address on the device.
#include "check.h"

__device__ int offset[4], filled[2][8], total;
__constant__ float weights[8];
__device__ int *where;

__global__ void set(int *to) {
  to[threadIdx.x] = 1; // BUG host pointer to: in host code, the name filled means
}

__global__ void use(float *y) {
  y[threadIdx.x] = offset[threadIdx.x % 4] + weights[threadIdx.x % 8] + total + filled[0][0];
  if (where) *y = 1;
}

int main() {
  int h[4] = {1, 2, 3, 4}, *d_x;
  float *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, 32 * sizeof(float));
  if (cudaMemcpy(offset, h, sizeof h, cudaMemcpyHostToDevice) == cudaSuccess) return 1; // BUG host pointer offset: use cudaMemcpyToSymbol
  if (cudaMemcpy(h, offset + 1, 4, cudaMemcpyDeviceToHost) == cudaSuccess) return 1; // BUG host pointer offset: use cudaMemcpyToSymbol
  if (cudaMemcpy(h, &total, 4, cudaMemcpyDeviceToHost) == cudaSuccess) return 1; // BUG host pointer total
  if (cudaMemset(&offset[2], 0, 4) == cudaSuccess) return 1; // BUG host pointer offset
  if (cudaMemsetAsync((void *)weights, 0, 4) == cudaSuccess) return 1; // BUG host pointer weights
  if (cudaMemcpy(&where, &d_x, sizeof d_x, cudaMemcpyHostToDevice) == cudaSuccess) return 1; // BUG host pointer where
  if (cudaMemcpy(offset, h, sizeof h, cudaMemcpyDefault) != cudaSuccess) return 1; // BUG host pointer offset: is not copied
  use<<<1, 32>>>(d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  set<<<1, 8>>>(&filled[0][0]);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? check_annotations(__FILE__) : 1;
}
