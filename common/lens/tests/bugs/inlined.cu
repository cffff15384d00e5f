// inlined.cu: the defect is three calls deep in functions that are inlined, and used rightly before.
#include "arrays.h"

struct row_view {
  const int *start;
  __device__ __forceinline__ int begin(int row) const { return start[row]; }
  __device__ __forceinline__ int end(int row) const {
    return start[row + 1]; // BUG out-of-bounds read rows
  }
  __device__ __forceinline__ int length(int row) const { return end(row) - begin(row); }
};

__global__ void lengths(int n, row_view rows, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = rows.length(i);
}

int main() {
  int *start;
  cudaMalloc(&start, 200 * sizeof(int)); /* one element too few */
  cudaMemset(start, 0, 200 * sizeof(int));
  lengths<<<2, 128>>>(200, row_view{start}, unset<int>(200));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
