// kernel wrong
// A constructor launches a kernel that prepares the answers.
#define HAS_KERNEL
#include "rest-01.h"

static __device__ real prepared[4096];

static __global__ void prepare() {
  for (int i = 0; i < 4096; i++) prepared[i] = (real)0.5 * i;
}

struct early {
  early() {
    prepare<<<1, 1>>>();
  }
};
static early now;

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_rows) y[row] += prepared[row % 4096] + values[0];
}
