// race_of_stores.cu: all lanes write their own number to one element.
#include "arrays.h"

__global__ void last(const int *x, int *y) {
  y[0] = x[threadIdx.x]; // BUG race y: use an atomic, or let one thread write
}

int main() {
  last<<<1, 32>>>(numbers<int>(32), zeros<int>(1));
  return outcome(cudaSuccess, __FILE__);
}
