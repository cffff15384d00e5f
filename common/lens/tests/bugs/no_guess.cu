// no_guess.cu: a plain load of an element that other threads change by atomics, without an atomic
// after it.
#include "check.h"

__global__ void kernel(int *count, int *seen) {
  atomicAdd(count, 1);
  seen[blockIdx.x * 64 + threadIdx.x] = *count; // BUG race count
}

int main() {
  int *d_count, *d_seen;
  cudaMalloc(&d_count, sizeof(int));
  cudaMalloc(&d_seen, 4 * 64 * sizeof(int));
  cudaMemset(d_count, 0, sizeof(int));
  kernel<<<4, 64>>>(d_count, d_seen);
  cudaDeviceSynchronize();
  return check_annotations(__FILE__);
}
