// vector_type.cu: four values are loaded at once, and the length is not a multiple of four.
#include "arrays.h"

__global__ void copy(int n, const float *x, float *y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i >= n) return;
  float4 four = *reinterpret_cast<const float4 *>(&x[i]); // BUG out-of-bounds read x
  y[i] = four.x + four.y + four.z + four.w;
}

int main() {
  copy<<<2, 128>>>(1002, numbers<float>(1002), unset<float>(1002));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
