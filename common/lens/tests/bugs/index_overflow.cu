// index_overflow.cu: the product of two int indices does not fit in an int.
#include "arrays.h"

__global__ void kernel(int row, int cols, const float *a, float *y) {
  int j = threadIdx.x;
  unsigned offset = static_cast<unsigned>(row) * static_cast<unsigned>(cols);
  y[j] = a[static_cast<int>(offset) + j]; // BUG out-of-bounds read a
}

int main() {
  float *d_a = zeros<float>(1000);
  kernel<<<1, 32>>>(65521, 65521, d_a, unset<float>(32));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
