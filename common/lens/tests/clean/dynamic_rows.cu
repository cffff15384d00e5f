// dynamic_rows.cu: warps take rows from a counter; the assignment depends on timing, the result
// does not.
#include "check.h"

__device__ int next_row;

__global__ void kernel(int n, const float *x, float *y) {
  int lane = threadIdx.x % 32;
  for (;;) {
    int row = 0;
    if (lane == 0) row = atomicAdd(&next_row, 1);
    row = __shfl_sync(0xffffffffu, row, 0);
    if (row >= n) break;
    float v = x[row * 32 + lane];
    for (int half = 16; half > 0; half /= 2) v += __shfl_down_sync(0xffffffffu, v, half);
    if (lane == 0) y[row] = v;
  }
}

int main() {
  const int n = 300;
  static float h[32 * n], y[n];
  for (int i = 0; i < 32 * n; i++) h[i] = i / 32;
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof y);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<4, 128>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (y[i] != 32 * i) return 1;
  return check_annotations(__FILE__);
}
