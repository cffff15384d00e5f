// own_filling.cu: a kernel that stores words that look like an unset variable, and one that has an
// unset variable and does not store it.
#include "arrays.h"

__global__ void kernel(const float *x, unsigned *y) {
  float part[16];
  part[threadIdx.x % 16] = x[threadIdx.x];
  y[threadIdx.x] = part[threadIdx.x % 16] > 1e30f ? 1 : 0xfefefefe;
}

int main() {
  float *x = numbers<float>(64);
  unsigned *y = unset<unsigned>(64);
  kernel<<<1, 64>>>(x, y);
  return outcome(cudaSuccess, __FILE__);
}
