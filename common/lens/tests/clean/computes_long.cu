// computes_long.cu: threads compute for a long time without accessing memory.
#include "check.h"

__global__ void kernel(int rounds, unsigned *y) {
  unsigned v = threadIdx.x;
  for (int round = 0; round < rounds; round++) {
    v = 1664525 * v + 1013904223;
    if (v % 16 == 0) v ^= round;
  }
  y[threadIdx.x] = v;
}

int main() {
  const int n = 16, rounds = 4 << 20;
  unsigned *d_y, y[n];
  cudaMalloc(&d_y, sizeof y);
  kernel<<<1, n>>>(rounds, d_y);
  if (cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; i += 5) {
    unsigned v = i;
    for (int round = 0; round < rounds; round++) {
      v = 1664525 * v + 1013904223;
      if (v % 16 == 0) v ^= round;
    }
    if (y[i] != v) return 1;
  }
  cudaFree(d_y);
  return check_annotations(__FILE__);
}
