// shuffle_from_outside.cu: values are read from lanes that are not in the mask, or have left the
// kernel.
#include "check.h"

__global__ void broadcast(int *y) {
  int t = threadIdx.x;
  if (t < 16)
    y[t] = __shfl_sync(0x0000ffffu, t, 20); // BUG bad shuffle source
}

__global__ void butterfly(int *y) {
  int t = threadIdx.x;
  if (t >= 24) return;
  int sum = t;
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, step); // BUG bad shuffle source
  y[t] = sum;
}

int main() {
  int *d_y;
  cudaMalloc(&d_y, 32 * sizeof(int));
  broadcast<<<1, 32>>>(d_y);
  butterfly<<<1, 32>>>(d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
