// unset_in_branch.cu: the variable is set in only one branch, and an atomic adds it.
#include "arrays.h"

__global__ void kernel(const float *x, float *y) {
  float found;
  if (x[threadIdx.x] < 60) found = 2 * x[threadIdx.x];
  atomicAdd(y, found); // BUG-gcc uninitialised local variable y
}

int main() {
  kernel<<<1, 64>>>(numbers<float>(64), zeros<float>(1));
  return outcome(cudaSuccess, __FILE__);
}
