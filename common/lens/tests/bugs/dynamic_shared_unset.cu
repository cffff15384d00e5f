// dynamic_shared_unset.cu: an accumulator in dynamic shared memory is never set to zero.
#include "arrays.h"

__global__ void kernel(const float *x, float *y) {
  extern __shared__ float sums[];
  int t = threadIdx.x;
  sums[t] += x[t]; // BUG uninitialised read sums
  __syncthreads();
  y[t] = sums[(t + 1) % blockDim.x];
}

int main() {
  kernel<<<1, 64, 64 * sizeof(float)>>>(numbers<float>(64), unset<float>(64));
  return outcome(cudaSuccess, __FILE__);
}
