// carved_shared.cu: several arrays of different types in one dynamic shared memory.
#include "arrays.h"

__global__ void kernel(int n, const double *x, double *y) {
  extern __shared__ double pool[];
  double *values = pool;
  int *order = reinterpret_cast<int *>(values + n);
  unsigned char *marks = reinterpret_cast<unsigned char *>(order + n);
  int t = threadIdx.x;
  values[t] = x[t];
  order[t] = n - 1 - t;
  marks[t] = t % 2;
  __syncthreads();
  int other = order[t];
  y[t] = marks[other] ? values[other] : -values[other];
}

int main() {
  const int n = 96;
  kernel<<<2, n, n * (sizeof(double) + sizeof(int) + 1)>>>(n, numbers<double>(n), zeros<double>(n));
  return outcome(cudaSuccess, __FILE__);
}
