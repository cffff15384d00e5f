// halo.cu: the tile has room for the left neighbour, but not for the right one.
#include "arrays.h"

__global__ void blur(const float *x, float *y) {
  __shared__ float tile[1 + 64];
  int t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  tile[1 + t] = x[i];
  if (t == 0) tile[0] = i > 0 ? x[i - 1] : 0;
  __syncthreads();
  float right = tile[t + 2]; // BUG out-of-bounds read tile
  y[i] = tile[t] + tile[t + 1] + right;
}

int main() {
  blur<<<4, 64>>>(numbers<float>(256), unset<float>(256));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
