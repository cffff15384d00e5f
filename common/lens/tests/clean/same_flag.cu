// same_flag.cu: many threads of many blocks write the same values, bytes and words: "something has
// changed".
#include "arrays.h"

__global__ void kernel(int n, const int *x, int *changed, bool *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 3) *changed = 1;
  if (i < n && x[i] > 5) found[x[i] % 4] = true;
}

int main() {
  kernel<<<8, 128>>>(1000, numbers<int>(1000), zeros<int>(1), zeros<bool>(4));
  return outcome(cudaSuccess, __FILE__);
}
