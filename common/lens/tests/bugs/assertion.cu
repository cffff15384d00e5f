// assertion.cu: an assertion fails in one thread, and the program does not check for errors.
#include <assert.h>

#include "check.h"

__global__ void kernel(int n, const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) assert(x[i] < 99); // BUG trap
}

int main() {
  static int h[100];
  int *d_x;
  for (int i = 0; i < 100; i++) h[i] = i;
  cudaMalloc(&d_x, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<1, 128>>>(100, d_x); // BUG unread error
  return check_at_end(__FILE__);
}
