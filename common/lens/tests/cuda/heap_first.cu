// heap_first.cu: a kernel allocates memory before the host has allocated any device memory.
#include "check.h"

__device__ int found;

__global__ void take(void) {
  int *mine = new int[2], *more = (int *)malloc(4);
  if (!mine || !more) return;
  mine[0] = 20;
  mine[1] = 1;
  *more = mine[0] + mine[1];
  atomicAdd(&found, *more);
  delete[] mine;
  free(more);
}

int main() {
  int sum = 0;
  take<<<1, 2>>>();
  cudaMemcpyFromSymbol(&sum, found, sizeof sum);
  return sum == 42 ? check_at_end(__FILE__) : 1;
}
