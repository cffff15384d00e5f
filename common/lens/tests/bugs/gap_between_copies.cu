// gap_between_copies.cu: two copies leave one element between them unwritten.
#include "arrays.h"

__global__ void kernel(const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i]; // BUG uninitialised read x
}

int main() {
  const int n = 512, half = n / 2;
  static double h[n];
  double *d_x = unset<double>(n);
  cudaMemcpy(d_x, h, half * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x + half + 1, h + half + 1, (half - 1) * sizeof(double), cudaMemcpyHostToDevice);
  kernel<<<4, 128>>>(d_x, unset<double>(n));
  return outcome(cudaSuccess, __FILE__);
}
