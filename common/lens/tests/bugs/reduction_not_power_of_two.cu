// reduction_not_power_of_two.cu: a block of 96 threads; halving does not work for 96 values.
#include "arrays.h"

__global__ void sum(const float *x, float *y) {
  __shared__ float part[96];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 96 + t];
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step)
      part[t] += part[t + step]; // BUG out-of-bounds read part
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

int main() {
  sum<<<3, 96>>>(numbers<float>(288), unset<float>(3));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
