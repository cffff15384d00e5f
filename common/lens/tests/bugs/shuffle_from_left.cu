// shuffle_from_left.cu: the upper half of the warp has returned when its values are read; the
// hardware returns 0 for them.
#include "check.h"

__global__ void kernel(int *y) {
  int t = threadIdx.x;
  if (t >= 16) return;
  y[t] = __shfl_xor_sync(0xffffffffu, t + 100, 16); // BUG bad shuffle source
}

int main() {
  int *d, h[16];
  cudaMalloc(&d, sizeof h);
  kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) {
    if (v != 0) return 1;
  }
  return check_annotations(__FILE__);
}
