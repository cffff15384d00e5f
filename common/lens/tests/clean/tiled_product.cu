// tiled_product.cu: a matrix product with both barriers, and sizes that are not multiples of the
// tile.
#include "arrays.h"

const int width = 16;

__global__ void product(int n, const double *a, const double *b, double *c) {
  __shared__ double at[width][width + 1], bt[width][width + 1];
  int x = threadIdx.x, y = threadIdx.y;
  int i = blockIdx.y * width + y, j = blockIdx.x * width + x;
  double sum = 0;
  for (int tile = 0; tile < n; tile += width) {
    at[y][x] = i < n && tile + x < n ? a[i * n + tile + x] : 0;
    bt[y][x] = j < n && tile + y < n ? b[(tile + y) * n + j] : 0;
    __syncthreads();
    for (int k = 0; k < width; k++) sum += at[y][k] * bt[k][x];
    __syncthreads();
  }
  if (i < n && j < n) c[i * n + j] = sum;
}

int main() {
  const int n = 41;
  product<<<dim3(3, 3), dim3(width, width)>>>(n, numbers<double>(n * n), numbers<double>(n * n),
                                              unset<double>(n * n));
  return outcome(cudaSuccess, __FILE__);
}
