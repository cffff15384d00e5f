// block_scope.cu: an atomic of block scope on what all blocks add to.
#include "arrays.h"

__global__ void total(int *sum) {
  atomicAdd_block(sum, 1); // BUG race sum: atomic for the threads of one block only
}

__global__ void first(int *most) {
  atomicCAS_block(most, 0, 1); // BUG race most: atomic for the threads of one block only
}

int main() {
  int *sum = zeros<int>(1), *most = zeros<int>(1);
  total<<<4, 64>>>(sum);
  first<<<4, 64>>>(most);
  return outcome(cudaSuccess, __FILE__);
}
