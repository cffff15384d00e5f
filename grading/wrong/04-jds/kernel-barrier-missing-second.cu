// mistake: barrier-missing, line 17, lens only
#include "jds.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  const int tile = 128;
  __shared__ int bounds[tile + 1];
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  real sum = 0;
  for (int begin = 0; begin < num_diags; begin += tile) {
    int diags = min(tile, num_diags - begin);
    for (int i = threadIdx.x; i <= diags; i += blockDim.x) bounds[i] = diag_ptr[begin + i];
    __syncthreads();
    for (int d = 0; d < diags && bounds[d] + place < bounds[d + 1]; d++) {
      sum += values[bounds[d] + place] * x[col_idx[bounds[d] + place]];
    }
  }
  if (place < num_rows) y[perm[place]] += sum;
}
