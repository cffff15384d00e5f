// unset_in_array.cu: an array of the thread is set up to its last element only.
#include "arrays.h"

__device__ __noinline__ double total(const double *part, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += part[k];
  return sum;
}

__global__ void kernel(int n, const float *x, double *y) {
  double part[8];
  for (int k = 0; k < n - 1; k++) part[k] = x[k];
  y[threadIdx.x] = total(part, n); // BUG-gcc uninitialised local variable y
}

int main() {
  kernel<<<1, 64>>>(8, numbers<float>(8), zeros<double>(64));
  return outcome(cudaSuccess, __FILE__);
}
