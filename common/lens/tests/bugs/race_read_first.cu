// race_read_first.cu: lanes that add to one element, with the read and the write on separate lines.
#include "arrays.h"

__global__ void sum(const int *x, int *total) {
  int before = *total; // BUG race total: line 5 and line 6, or an atomic
  *total = before + x[threadIdx.x];
}

int main() {
  sum<<<1, 32>>>(numbers<int>(32), zeros<int>(1));
  return outcome(cudaSuccess, __FILE__);
}
