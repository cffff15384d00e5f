// race_in_place.cu: a shift of an array in place: blocks read what their neighbours overwrite.
#include "arrays.h"

__global__ void shift(int n, double *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    x[i] = x[i + 1]; // BUG race x
}

int main() {
  shift<<<4, 64>>>(256, numbers<double>(256));
  return outcome(cudaSuccess, __FILE__);
}
