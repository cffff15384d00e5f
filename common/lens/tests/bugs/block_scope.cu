// block_scope.cu: an atomic of block scope on an element that all blocks add to.
#include "arrays.h"

__global__ void total(int *sum) {
  atomicAdd_block(sum, 1); // BUG race sum: is atomic only within one block
}

__global__ void first(int *most) {
  atomicCAS_block(most, 0, 1); // BUG race most: is atomic only within one block
}

int main() {
  int *sum = zeros<int>(1), *most = zeros<int>(1);
  total<<<4, 64>>>(sum);
  first<<<4, 64>>>(most);
  return outcome(cudaSuccess, __FILE__);
}
