// guess.cu: atomics made of atomicCAS, whose first guess is a plain load; and a check before an atomic.
#include "check.h"

__device__ float atomic_multiply(float *address, float factor) {
  int *as_int = (int *)address;
  int old = *as_int, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_int, assumed, __float_as_int(__int_as_float(assumed) * factor));
  } while (assumed != old);
  return __int_as_float(old);
}

__device__ void atomic_max(double *address, double value) {
  unsigned long long *as_ull = (unsigned long long *)address, old = *as_ull, assumed;
  do {
    assumed = old;
    if (__longlong_as_double((long long)assumed) >= value) {
      (void)atomicCAS(as_ull, assumed, assumed);
      break;
    }
    old = atomicCAS(as_ull, assumed, (unsigned long long)__double_as_longlong(value));
  } while (assumed != old);
}

__global__ void kernel(float *product, double *most) {
  __shared__ float in_block;
  if (threadIdx.x == 0) in_block = 1;
  __syncthreads();
  atomic_multiply(&in_block, threadIdx.x % 32 ? 1.0f : 2.0f);
  atomic_multiply(product, threadIdx.x % 32 ? 1.0f : 2.0f);
  atomic_max(most, blockIdx.x * 1000.0 + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) atomic_multiply(product, in_block);
}

int main() {
  float *d_product, product = 1;
  double *d_most, most = 0;
  cudaMalloc(&d_product, sizeof product);
  cudaMalloc(&d_most, sizeof most);
  cudaMemcpy(d_product, &product, sizeof product, cudaMemcpyHostToDevice);
  cudaMemcpy(d_most, &most, sizeof most, cudaMemcpyHostToDevice);
  kernel<<<5, 128>>>(d_product, d_most);
  cudaMemcpy(&product, d_product, sizeof product, cudaMemcpyDeviceToHost);
  cudaMemcpy(&most, d_most, sizeof most, cudaMemcpyDeviceToHost);
  return product == 1099511627776.0f && most == 4127 ? check_annotations(__FILE__) : 1;
}
