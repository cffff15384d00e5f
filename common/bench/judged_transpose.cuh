// judged_transpose.cuh: judges one transpose of `./lab bench` like a student's file: under the
// contract of lab 05's task sorted. A program file for it is:
//
//   #include "…/solutions/05-transpose/fast.cu"
//   #define JUDGED_NUMBER 0                 // which of fast_05_contestants
//   #define JUDGED_COUNT 1                  // how many there are, so that none is forgotten
//   #include "bench/judged_transpose.cuh"
//
//   ./lab run 05 --file FILE --task sorted --backend lens
//
// The plan depends only on sizes, and is made again when these change. The lens times nothing and
// requires that all memory is freed, so there each launch makes the plan and frees it.
#ifndef SL_BENCH_JUDGED_TRANSPOSE_CUH
#define SL_BENCH_JUDGED_TRANSPOSE_CUH

#include "bench/contest.h"
#include "transpose.h"

#include <cstdio>
#include <cstdlib>

namespace judged {

static_assert(sizeof(fast_05_contestants) / sizeof *fast_05_contestants == JUDGED_COUNT + 1,
              "JUDGED_COUNT is not the number of contestants");
static_assert(JUDGED_NUMBER < JUDGED_COUNT, "JUDGED_NUMBER is not one of the contestants");

struct kept {
  int num_rows, num_cols, nnz;
  void *plan;
  bool made;
};
static kept current;

static const bench_transpose *contestant() {
  return fast_05_contestants[JUDGED_NUMBER];
}

static void forget() {
  if (current.made) contestant()->release(current.plan);
  current = {};
}

static void know(const bench_csr &a) {
  if (current.made && current.num_rows == a.num_rows && current.num_cols == a.num_cols &&
      current.nnz == a.nnz) {
    return;
  }
  forget();
  const char *refusal = contestant()->prepare(&a, &current.plan);
  if (refusal) {
    fprintf(stderr, "%s declines: %s\n", contestant()->name, refusal);
    abort();
  }
  current.num_rows = a.num_rows;
  current.num_cols = a.num_cols;
  current.nnz = a.nnz;
  current.made = true;
}

} // namespace judged

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  bench_csr a = {};
  a.num_rows = num_rows;
  a.num_cols = num_cols;
  a.nnz = nnz;
  a.d_row_ptr = d_row_ptr;
  a.d_col_idx = d_col_idx;
  a.d_values = d_values;
  judged::know(a);
  judged::contestant()->run(judged::current.plan, &a, d_col_ptr, d_row_idx, d_csc_values);
#ifdef LENS_CUDA_RUNTIME_API_H
  judged::forget();
#endif
}

// A contestant does not do the lab's other tasks.
__global__ void count_columns(int, const int *, int *) {}

void launch_exclusive_scan(int, const int *, int *) {}

void launch_scatter(int, int, int, const int *, const int *, const real *, const int *, int *,
                    real *) {}

#endif
