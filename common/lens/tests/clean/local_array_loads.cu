// local_array_loads.cu: a load that the compiler moves out of a loop, as nvcc does, stays outside,
// although the index of a local array could be checked before it.
#include "arrays.h"

__global__ void kernel(int n, const float *a, const float *b, float *y) {
  int l = threadIdx.x;
  float part[4] = {};
  for (int k = 0; k < 4; ++k) {
    part[k * n % 4] += a[k * 32 + l]; // EXPECT 4 128
    part[k * n % 4] *= b[l];          // EXPECT 1 32
  }
  y[l] = part[l % 4]; // EXPECT 1 32
}

int main() {
  kernel<<<1, 32>>>(1, numbers<float>(128), numbers<float>(32), zeros<float>(32));
  return outcome(cudaSuccess, __FILE__);
}
