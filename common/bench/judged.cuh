// judged.cuh: judges one contestant of `./lab bench` like a student's file: under the contract of
// lab 06's task static, y ← α A x + β y. A program file for it is:
//
//   #include "…/solutions/02-ell/fast.cu"
//   #define JUDGED_CONTESTANTS fast_02_contestants
//   #define JUDGED_COUNT 4                  // how many there are, so that none is forgotten
//   #include "bench/judged.cuh"
//
//   ./lab run 06 --file FILE --task static --backend lens
//
// Which of them is judged is in JUDGED_NUMBER, or else in the environment, JUDGED=0 or higher:
// compiling takes twenty times as long as judging the small cases, so one program serves all
// contestants.
//
// The plan is made at the first launch for a matrix, which is not timed, and kept. The lens times
// nothing and requires that all memory is freed, so there each launch makes the plan and frees it.
//
// A matrix that the contestant cannot take is computed by a plain kernel, with a message on
// standard error: the judge requires a right answer on every matrix, and declining a matrix is not
// a wrong answer.
#ifndef SL_BENCH_JUDGED_CUH
#define SL_BENCH_JUDGED_CUH

#include "base/parallel.h"
#include "bench/contest.h"
#include "peers/other_tasks.cuh"
#include "warp.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef LENS_CUDA_RUNTIME_API_H
#define JUDGED_ON_LENS true
#else
#define JUDGED_ON_LENS false
#include <cuda.h>
#endif

// A judged program links nothing from base, so this replaces the parallel loop. It has few parts
// and runs them one after the other, the last first, so that a part that depends on an earlier one
// fails on any machine.
int sl_parallel_parts(long long) {
  return 7;
}

void sl_parallel_run_all(int num_parts, sl_parallel_part *part, void *context) {
  while (num_parts > 0) part(context, --num_parts);
}

namespace judged {

static_assert(sizeof(JUDGED_CONTESTANTS) / sizeof *JUDGED_CONTESTANTS == JUDGED_COUNT + 1,
              "JUDGED_COUNT is not the number of contestants");

static const bench_spmv *contestant() {
#ifdef JUDGED_NUMBER
  return JUDGED_CONTESTANTS[JUDGED_NUMBER];
#else
  const char *number = getenv("JUDGED");
  int which = number ? atoi(number) : -1;
  if (which < 0 || which >= JUDGED_COUNT) {
    fprintf(stderr, "JUDGED must be the number of the contestant to judge: 0 to %d\n",
            JUDGED_COUNT - 1);
    abort();
  }
  return JUDGED_CONTESTANTS[which];
#endif
}

static void must(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s: %s: %s\n", contestant()->name, what, cudaGetErrorString(error));
  abort();
}

// The judge requires a launch to read the values with no more instructions than vectors of lanes
// need. Contestants divide the work in other ways, so they get the values that this kernel has
// read.
__global__ void copy_values(int nnz, const real *from, real *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) to[i] = from[i];
}

// Its parameter is not called values, because the judge would count the reads of an array of that
// name.
__global__ void plain_spmv(int num_rows, const int *row_ptr, const int *col_idx, const real *copy,
                           real alpha, const real *x, real beta, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = row_ptr[row]; i < row_ptr[row + 1]; i++) sum += copy[i] * x[col_idx[i]];
  y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

template <typename T> static std::vector<T> download(const T *from, size_t count) {
  std::vector<T> to(count);
  if (count) must(cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost), "matrix");
  return to;
}

// A matrix as lab 06 passes it, and the plan made from it.
struct judged_known {
  bench_csr a;
  std::vector<int> row_ptr, col_idx;
  std::vector<real> values;
  const real *given_values;
  real *copy;                    // copy of the values on the device
  unsigned long long allocation; // the number of the allocation that holds row_ptr
  void *plan;
  const char *refusal;
  bool prepared;
};
static judged_known current;

// Copies the values on the device. The copy has the same offset from a multiple of 256
// bytes as the original.
static const real *copy_of_values(int nnz, const real *d_values, judged_known *out) {
  size_t behind = (uintptr_t)d_values % 256;
  must(cudaMalloc(&out->copy, behind + nnz * sizeof(real) + 1), "copy of the values");
  real *to = out->copy + behind / sizeof(real);
  if (nnz > 0) copy_values<<<(nnz - 1) / 256 + 1, 256>>>(nnz, d_values, to);
  return to;
}

// The contract does not give the number of columns, so the largest column number of the entries
// determines it.
static void look_at(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                    judged_known *out) {
  out->row_ptr = download(d_row_ptr, num_rows + 1);
  int nnz = out->row_ptr[num_rows], num_cols = 0;
  out->col_idx = download(d_col_idx, nnz);
  out->given_values = d_values;
  d_values = copy_of_values(nnz, d_values, out);
  out->values = download(d_values, nnz);
  for (int col : out->col_idx) num_cols = col >= num_cols ? col + 1 : num_cols;
  out->a = {
      num_rows,  num_cols,  nnz,     out->row_ptr.data(), out->col_idx.data(), out->values.data(),
      d_row_ptr, d_col_idx, d_values};
}

// Identifies an allocation. An address is not enough, because one worker gets many matrices, and
// the next may have the address of the previous one. Numbers of allocations are never reused.
static unsigned long long number_of(const void *memory) {
  unsigned long long number = 0;
#if !JUDGED_ON_LENS
  typedef CUresult attribute(void *, CUpointer_attribute, CUdeviceptr);
  static attribute *ask;
  cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
  if (!ask) {
    must(cudaGetDriverEntryPointByVersion("cuPointerGetAttribute", (void **)&ask, 12000,
                                          cudaEnableDefault, &found),
         "driver");
  }
#else
  if (!ask) {
    must(cudaGetDriverEntryPoint("cuPointerGetAttribute", (void **)&ask, cudaEnableDefault, &found),
         "driver");
  }
#endif
  must(ask(&number, CU_POINTER_ATTRIBUTE_BUFFER_ID, (CUdeviceptr)memory) == CUDA_SUCCESS
           ? cudaSuccess
           : cudaErrorUnknown,
       "number of an allocation");
#else
  (void)memory;
#endif
  return number;
}

static void forget() {
  if (current.prepared && !current.refusal) contestant()->release(current.plan);
  must(cudaFree(current.copy), "copy of the values");
  current = {};
}

static void know(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values) {
  unsigned long long allocation = number_of(d_row_ptr);
  bool same = current.a.num_rows == num_rows && current.a.d_row_ptr == d_row_ptr &&
              current.given_values == d_values && current.allocation == allocation;
  if (current.prepared && same) return;
  forget();
  look_at(num_rows, d_row_ptr, d_col_idx, d_values, &current);
  current.allocation = allocation;
  current.refusal = contestant()->prepare(&current.a, &current.plan);
  current.prepared = true;
  if (current.refusal) {
    fprintf(stderr, "%s declines: %s\n", contestant()->name, current.refusal);
  }
}

static void compute(real alpha, const real *d_x, real beta, real *d_y) {
  const bench_csr &a = current.a;
  if (!current.refusal) {
    contestant()->run(current.plan, alpha, d_x, beta, d_y);
  } else if (a.num_rows > 0) {
    plain_spmv<<<(a.num_rows - 1) / 256 + 1, 256>>>(a.num_rows, a.d_row_ptr, a.d_col_idx,
                                                    a.d_values, alpha, d_x, beta, d_y);
  }
}

} // namespace judged

void launch_spmv_static(int, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  judged::know(num_rows, d_row_ptr, d_col_idx, d_values);
  judged::compute(alpha, d_x, beta, d_y);
  if (JUDGED_ON_LENS) judged::forget();
}

#endif
