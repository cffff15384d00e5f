// mistake: last-entry-missed, line 9
#include "transpose.h"

#define COUNT
#include "rest.h"

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz - 1) return;
  atomicAdd(&count[col_idx[k]], 1);
}
