// count faulty one block does most of the work
// The first block counts all entries.
#define HAS_COUNT
#include "rest-05.h"

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  if (blockIdx.x > 0) return;
  for (int k = threadIdx.x; k < nnz; k += blockDim.x) atomicAdd(&count[col_idx[k]], 1);
}
