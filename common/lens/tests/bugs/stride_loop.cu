// stride_loop.cu: a grid-stride loop that uses the length as the last index.
#include "arrays.h"

__global__ void fill(int n, int *y) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += stride)
    y[i] = i; // BUG out-of-bounds write y
}

int main() {
  fill<<<3, 64>>>(1000, unset<int>(1000));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
