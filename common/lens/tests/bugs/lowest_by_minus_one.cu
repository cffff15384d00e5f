// lowest_by_minus_one.cu: a quotient and a remainder that no integer can hold. An x86 processor
// treats both as a division by zero, a GPU reports nothing.
#include "arrays.h"

#include <climits>

__global__ void kernel(const int *x, const int *by, int *quotient, long long *rest) {
  int i = threadIdx.x;
  quotient[i] = (INT_MIN + x[i]) / by[i];       // BUG division by zero
  rest[i] = (LLONG_MIN + x[i]) % (1LL - by[i]); // BUG division by zero
}

int main() {
  const int n = 64;
  int host[n];
  for (int i = 0; i < n; i++) host[i] = i % 2 ? -1 : 2; // 1 - 2 is -1 as well
  int *by = unset<int>(n), *x = zeros<int>(n);
  cudaMemcpy(by, host, sizeof host, cudaMemcpyHostToDevice);
  kernel<<<1, n>>>(x, by, unset<int>(n), unset<long long>(n));
  return outcome(cudaSuccess, __FILE__);
}
