// textbook_transpose.cu: the reference solution of lab 05 as contestants.
#include "bench/lists.cuh"

#include "bench/device.cuh"

#include "transpose.h"

namespace {
struct textbook_transpose_plan : device_memory {
  int *d_count;
};
} // namespace

static const char *prepare(const bench_csr *a, void **out) {
  textbook_transpose_plan *p = new textbook_transpose_plan();
  p->d_count = p->take<int>(a->num_cols);
  return bench_hand_over(p, out);
}

static void release(void *p) {
  delete (textbook_transpose_plan *)p;
}

static void run_scatter(void *given, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                        real *d_csc_values) {
  enum { BLOCK = 256 };
  int *d_count = ((const textbook_transpose_plan *)given)->d_count;
  cudaMemsetAsync(d_count, 0, a->num_cols * sizeof(int), 0);
  if (a->nnz > 0) {
    count_columns<<<bench_ceil_div(a->nnz, BLOCK), BLOCK>>>(a->nnz, a->d_col_idx, d_count);
  }
  launch_exclusive_scan(a->num_cols, d_count, d_col_ptr);
  launch_scatter(a->num_rows, a->num_cols, a->nnz, a->d_row_ptr, a->d_col_idx, a->d_values,
                 d_col_ptr, d_row_idx, d_csc_values);
}

static void run_sorted(void *, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                       real *d_csc_values) {
  launch_transpose(a->num_rows, a->num_cols, a->nnz, a->d_row_ptr, a->d_col_idx, a->d_values,
                   d_col_ptr, d_row_idx, d_csc_values);
}

static const char file[] = "solutions/05-transpose/transpose.cu";
static const bench_transpose scatter = {
    "count, scan, scatter", file, prepare, run_scatter, release, 0};
static const bench_transpose sorted = {
    "radix sort, bit by bit", file, prepare, run_sorted, release, 1};

const bench_transpose *const bench_textbook_transposes[] = {&scatter, &sorted, NULL};
