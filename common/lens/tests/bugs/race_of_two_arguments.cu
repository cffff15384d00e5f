// race_of_two_arguments.cu: the input and the output are the same array, so const promises nothing.
#include "arrays.h"

__global__ void smooth(int n, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i + 1 >= n) return;
  out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // BUG race in
}

int main() {
  float *x = numbers<float>(256);
  smooth<<<4, 64>>>(256, x, x);
  return outcome(cudaSuccess, __FILE__);
}
