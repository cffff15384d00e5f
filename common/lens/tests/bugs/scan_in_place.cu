// scan_in_place.cu: a prefix sum whose threads read elements that their neighbours overwrite in the
// same iteration.
#include "arrays.h"

__global__ void scan(int *x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    if (t >= step)
      s[t] += s[t - step]; // BUG race s: put a __syncthreads() between
    __syncthreads();
  }
  x[t] = s[t];
}

int main() {
  scan<<<1, 128>>>(numbers<int>(128));
  return outcome(cudaSuccess, __FILE__);
}
