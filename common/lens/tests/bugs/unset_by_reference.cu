// unset_by_reference.cu: a function adds to a variable that its caller never set; the value passes
// a barrier and shared memory.
#include "arrays.h"

struct pair {
  float low, high;
};

__device__ __noinline__ void add(pair &sums, float x) {
  sums.low += x;
  sums.high += x;
}

__global__ void kernel(const float *x, float *y) {
  __shared__ float highs[64];
  pair sums;
  sums.low = 0;
  add(sums, x[threadIdx.x]);
  highs[threadIdx.x] = sums.high; // BUG-gcc uninitialised local variable highs
  __syncthreads();
  y[threadIdx.x] = highs[63 - threadIdx.x] + sums.low;
}

int main() {
  kernel<<<1, 64>>>(numbers<float>(64), zeros<float>(64));
  return outcome(cudaSuccess, __FILE__);
}
