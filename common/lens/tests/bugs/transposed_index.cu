// transposed_index.cu: rows and columns are swapped, which works as long as the matrix is square.
#include "arrays.h"

__global__ void transpose(int rows, int cols, const double *a, double *b) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < cols && j < rows)
    b[j * cols + i] = a[i * cols + j]; // BUG out-of-bounds read a
}

int main() {
  const int rows = 40, cols = 50;
  transpose<<<dim3(4, 4), dim3(16, 16)>>>(rows, cols, numbers<double>(rows * cols),
                                          unset<double>(rows * cols));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
