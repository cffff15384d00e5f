// null_for_some.cu: one thread has a NULL pointer. A compiler may conclude that no thread does.
#include "arrays.h"

__global__ void kernel(int *q) {
  int *p = threadIdx.x == 5 ? nullptr : q + threadIdx.x;
  *p = 1; // BUG null pointer
}

int main() {
  kernel<<<1, 64>>>(zeros<int>(64));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
