// tile_2d.cu: a matrix product with tiles; the barrier after the loads is missing.
#include "arrays.h"

const int width = 16;

__global__ void product(int n, const float *a, const float *b, float *c) {
  __shared__ float at[width][width], bt[width][width];
  int x = threadIdx.x, y = threadIdx.y;
  int i = blockIdx.y * width + y, j = blockIdx.x * width + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += width) {
    at[y][x] = a[i * n + tile + x];
    bt[y][x] = b[(tile + y) * n + j];
    for (int k = 0; k < width; k++) sum += at[y][k] * bt[k][x]; // BUG race at // BUG race bt
    __syncthreads();
  }
  c[i * n + j] = sum;
}

int main() {
  const int n = 32;
  product<<<dim3(2, 2), dim3(width, width)>>>(n, numbers<float>(n * n), numbers<float>(n * n),
                                              unset<float>(n * n));
  return outcome(cudaSuccess, __FILE__);
}
