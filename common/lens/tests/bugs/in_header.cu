// in_header.cu: the defect is in a header.
#include "arrays.h"
#include "in_header.cuh"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = smooth(x, i);
}

int main() {
  kernel<<<8, 128>>>(1000, numbers<float>(1000), unset<float>(1000));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
