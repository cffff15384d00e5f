// recursion_in_registers.cu: a recursion that accesses no memory, and that never ends for odd
// numbers.
#include "check.h"

__device__ __noinline__ int halves(int n) {
  if (n == 0) return 0; // BUG stack overflow
  return 1 + halves(n - 2);
}

__global__ void kernel(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = halves(i);
}

int main() {
  int *d_out;
  cudaMalloc(&d_out, 64 * sizeof(int));
  kernel<<<2, 32>>>(64, d_out);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
