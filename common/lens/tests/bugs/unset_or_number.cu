// unset_or_number.cu: the variable is set to a number in only one branch, and a compiler may assume
// the same value in the other branch.
#include "arrays.h"

__global__ void kernel(const float *x, float *y) {
  float sum;
  if (x[threadIdx.x] < 60) sum = 0;
  for (int k = threadIdx.x; k < 60; k++) sum += x[k];
  y[threadIdx.x] = sum; // BUG-gcc uninitialised local variable y
}

int main() {
  kernel<<<1, 64>>>(numbers<float>(64), zeros<float>(64));
  return outcome(cudaSuccess, __FILE__);
}
