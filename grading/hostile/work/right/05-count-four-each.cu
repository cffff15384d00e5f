// count
// A thread takes four neighbouring entries, so that a quarter of the grid is enough.
#define HAS_COUNT
#include "../rest-05.h"

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = first; k < first + 4 && k < nnz; k++) atomicAdd(&count[col_idx[k]], 1);
}
