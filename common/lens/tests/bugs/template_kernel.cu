// template_kernel.cu: a template whose unrolled loop does not end with the array.
#include "arrays.h"

template <class T, int items> __global__ void scale(int n, T factor, T *values) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * items;
  if (first >= n) return;
  for (int k = 0; k < items; k++)
    values[first + k] *= factor; // BUG out-of-bounds read values
}

int main() {
  scale<double, 4><<<1, 64>>>(101, 2.0, numbers<double>(101));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
