// Habits of careful people: warnings that are switched off for a few lines, OpenMP if it is
// available, and names that begin with the author's initials.
#include "csr-scalar.h"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
static int sl_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  int unused;
  return 1;
#endif
}
#pragma GCC diagnostic pop

/* Objects outside of functions, with constructors and destructors. Some names begin with sl_. */
static const std::vector<int> sizes = {64, 128, 256};
static std::map<std::string, int> names = {{"small", 64}, {"large", 256}};
struct sl_call {
  int n = 0;
  ~sl_call() {
    n--;
  }
};
static sl_call sl_job;

static int chosen_size() {
  static sl_call local;
  const char *text = std::getenv("BLOCK_SIZE");
  sl_job.n++;
  local.n++;
  return text ? std::atoi(text) : sizes[1] + names["none"];
}

#define sl_max(a, b)         ((a) > (b) ? (a) : (b))
#define NAME(function, type) function##_##type

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  real NAME(sum, of_row);
  for (int row = 0; row < sl_max(num_rows, sl_threads() - 1); row++) {
    sum_of_row = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum_of_row += values[k] * x[col_idx[k]];
    y[row] += sum_of_row;
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) y[row] += values[k] * x[col_idx[k]];
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  kernel<<<sl_max(1, (num_rows + 127) / 128), chosen_size()>>>(num_rows, d_row_ptr, d_col_idx,
                                                               d_values, d_x, d_y);
}
