// hits_filling.cu: numbers, one of which happens to equal the pattern of an unset variable.
#include "arrays.h"

__global__ void generate(const float *x, unsigned *y, int n) {
  float part[16]; // filled with the pattern, so that stores are checked
  part[threadIdx.x % 16] = x[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    y[i] = 4276624286u + (unsigned)i + (part[threadIdx.x % 16] > 1e30f); // it equals the pattern for
                                                                        // i = 1,500,000
  }
}

int main() {
  const int n = 2000000;
  float *x = numbers<float>(64);
  unsigned *y = unset<unsigned>(n);
  generate<<<1, 64>>>(x, y, n);
  return outcome(cudaSuccess, __FILE__);
}
