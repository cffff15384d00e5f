// null_in_structure.cu: a matrix whose values were never allocated.
#include "check.h"

struct matrix {
  int rows, cols;
  double *values;
};

__global__ void scale(matrix a, double factor) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.rows && j < a.cols)
    a.values[i * a.cols + j] *= factor; // BUG null pointer
}

int main() {
  matrix a = {20, 30, nullptr};
  scale<<<dim3(2, 2), dim3(16, 16)>>>(a, 2.0);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
