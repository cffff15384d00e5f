// constant_variables.cu: const device variables are stored beside the compiler's own constants,
// which may be read, in memory that cudaDeviceReset must not write.
#include "check.h"

__device__ const int table[2] = {1, 2};
__constant__ const float factors[3] = {1, 2, 3};
__device__ int changed[2] = {3, 4};

__global__ void kernel(int *x) {
  static const int compilers[3] = {5, 6, 7};
  const char *name = x[0] ? "first" : "second";
  int t = threadIdx.x;
  x[1] = table[t] + (int)factors[t + 1] + compilers[t + 2] + name[t];
  changed[0] = 0;
}

int main() {
  for (int turn = 0; turn < 2; turn++) {
    int got[2], *x;
    if (cudaMemcpyFromSymbol(got, changed, sizeof got) != cudaSuccess || got[0] != 3) return 1;
    cudaMalloc(&x, sizeof got);
    cudaMemset(x, 0, sizeof got);
    kernel<<<1, 1>>>(x);
    cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
    if (got[1] != 1 + 2 + 7 + 's') return 1;
    cudaFree(x);
    if (cudaDeviceReset() != cudaSuccess) return 1;
  }
  return check_annotations(__FILE__);
}
