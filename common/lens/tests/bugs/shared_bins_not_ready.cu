// shared_bins_not_ready.cu: threads count before all bins are set to zero.
#include "arrays.h"

__global__ void kernel(const int *x, unsigned *y) {
  __shared__ unsigned bins[64];
  int t = threadIdx.x;
  if (t < 64) bins[t] = 0; // BUG race bins
  atomicAdd(&bins[x[t] % 64], 1u);
  __syncthreads();
  if (t < 64) atomicAdd(&y[t], bins[t]);
}

int main() {
  kernel<<<1, 256>>>(numbers<int>(256), zeros<unsigned>(64));
  return outcome(cudaSuccess, __FILE__);
}
