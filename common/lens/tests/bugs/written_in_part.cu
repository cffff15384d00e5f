// written_in_part.cu: the first kernel writes the even elements, the second reads all of them.
#include "arrays.h"

__global__ void first(int n, int *x) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = i;
}

__global__ void second(int n, const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i]; // BUG uninitialised read x
}

int main() {
  int *d_x = unset<int>(200);
  first<<<1, 128>>>(200, d_x);
  second<<<2, 128>>>(200, d_x, unset<int>(200));
  return outcome(cudaSuccess, __FILE__);
}
