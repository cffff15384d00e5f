// grid_stride.cu: grid-stride loops, in place, in several launches, and writes of neighbouring
// bytes.
#include "check.h"

__global__ void scale(int n, float *x, float factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[i] = factor * x[i];
}

__global__ void shift(int n, const float *from, float *to) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    to[i] = from[(i + 1) % n];
}

// Threads of different warps and blocks write neighbouring bytes and halves of one word.
__global__ void mark(int n, const float *x, unsigned char *odd, short *half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mirrored = i % 2 ? n - i : i;
  if (i < n && mirrored < n) {
    odd[mirrored] = (int)x[mirrored] % 2;
    half[mirrored] = odd[mirrored];
  }
}

int main() {
  const int n = 4000;
  static float h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float *d_x, *d_y;
  unsigned char *d_odd;
  short *d_half;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMalloc(&d_odd, n);
  cudaMalloc(&d_half, n * sizeof(short));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  for (int round = 0; round < 5; round++) {
    scale<<<7, 96>>>(n, d_x, 2);
    shift<<<5, 64>>>(n, d_x, d_y);
    shift<<<9, 32>>>(n, d_y, d_x);
  }
  mark<<<(n + 127) / 128, 128>>>(n, d_x, d_odd, d_half);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(h, d_x, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (h[i] != 32 * ((i + 10) % n)) return 1;
  return check_annotations(__FILE__);
}
