// constant_written.cu: a kernel changes a __constant__ variable through a pointer.
#include "arrays.h"

__constant__ float weights[8];

__global__ void kernel(float *y) {
  int t = threadIdx.x;
  float *writable = const_cast<float *>(&weights[t]);
  *writable = y[t] / 2; // BUG constant write weights
  y[t] = 1;
}

int main() {
  kernel<<<1, 8>>>(numbers<float>(8));
  return outcome(cudaSuccess, __FILE__);
}
