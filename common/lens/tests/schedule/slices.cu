// slices.cu: two warps that alternate many times while their lanes are at different points: the
// counts must be the same as if each warp had run to its end without interruption.
#include "check.h"

#include "lens/lens.h"

__global__ void kernel(const int *x, int *y) {
  int lane = threadIdx.x % 32, sum = 0;
  for (int k = 0; k < 2000 + lane * 50; k++) {
    sum += x[k % 64];                      // EXPECT 7100 177600
    if (k % 3 == lane % 3) sum -= x[lane]; // EXPECT 7000 59200
  }
  y[threadIdx.x] = sum; // EXPECT 2 64
}

int main() {
  int *d_x, *d_y;
  cudaMalloc(&d_x, 64 * sizeof(int));
  cudaMalloc(&d_y, 64 * sizeof(int));
  cudaMemset(d_x, 0, 64 * sizeof(int));
  for (int i = 0; i < 10; i++) { // the lens learns from the first launches, in longer pieces
    lens_reset();
    kernel<<<1, 64>>>(d_x, d_y);
  }
  return check_annotations(__FILE__);
}
