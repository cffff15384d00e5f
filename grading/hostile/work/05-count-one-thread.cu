// count faulty one thread does most of the work
// One thread counts all entries.
#define HAS_COUNT
#include "rest-05.h"

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int k = 0; k < nnz; k++) count[col_idx[k]]++;
}
