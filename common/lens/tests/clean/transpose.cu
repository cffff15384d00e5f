// transpose.cu: tiles in shared memory, in two dimensions, used again and again.
#include "check.h"

__global__ void kernel(int n, const float *from, float *to) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  for (int row = blockIdx.y * 16; row < n; row += gridDim.y * 16) {
    int column = blockIdx.x * 16;
    if (row + y < n && column + x < n)
      tile[y][x] = from[(row + y) * n + column + x];
    __syncthreads();
    if (column + y < n && row + x < n)
      to[(column + y) * n + row + x] = tile[x][y];
    __syncthreads();
  }
}

int main() {
  const int n = 100;
  static float h[n * n];
  for (int i = 0; i < n * n; i++) h[i] = i;
  float *d_from, *d_to;
  cudaMalloc(&d_from, sizeof h);
  cudaMalloc(&d_to, sizeof h);
  cudaMemcpy(d_from, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<dim3((n + 15) / 16, 3), dim3(16, 16)>>>(n, d_from, d_to);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(h, d_to, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (h[i * n + j] != j * n + i) return 1;
  return check_annotations(__FILE__);
}
