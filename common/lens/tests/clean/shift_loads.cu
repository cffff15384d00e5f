// shift_loads.cu: a load that the compiler moves out of a loop, as nvcc does, stays outside,
// although a shift before it could be checked.
#include "arrays.h"

__global__ void kernel(const unsigned *x, unsigned *y) {
  int l = threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += l << x[k]; // EXPECT 4 128
    sum ^= x[l];      // EXPECT 1 32
  }
  y[l] = sum; // EXPECT 1 32
}

int main() {
  kernel<<<1, 32>>>(numbers<unsigned>(32), zeros<unsigned>(32));
  return outcome(cudaSuccess, __FILE__);
}
