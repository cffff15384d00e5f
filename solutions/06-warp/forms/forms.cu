// forms.cu: times lab 06's kernels in several forms, lab 01's kernel and cuSPARSE, alternating on
// the same matrices. It writes docs/results/forms-06.*.csv, from which the tables of the handout's
// appendices A, B, D and E are made.
//
//   forms [-s SECONDS] [-u MICROSECONDS] FILE.csv MATRIX…     MATRIX as for ./lab matrix
//
// Everything computes y ← A x + y. Before each launch a buffer of twice the L2 cache is
// overwritten. The time is that of a launch, between two events; if there is a counter, the time
// includes clearing it. Each contestant is checked once, against sums in double precision, and then
// has 3 to 11 samples: as many as fit into MICROSECONDS.
//
// To build it, in the folder of the kit, for single precision (-DSL_REAL_IS_DOUBLE for double):
//
//   nvcc -arch=native -O3 -std=c++17 --extended-lambda -Icommon -Ilabs/01-csr-scalar
//     -Ilabs/06-warp -o forms solutions/06-warp/forms/forms.cu solutions/06-warp/warp.cu
//     solutions/01-csr-scalar/csr-scalar.cu build/common/generate/libsl_generate.a
//     build/common/matrix/libsl_matrix.a build/common/base/libsl_base.a -lcusparse
#include "kernels.cuh"

#include "base/clock.h"
#include "csr-scalar.h"
#include "generate/generate.h"
#include "warp.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cusparse.h>
#include <functional>
#include <vector>

#define MUST(call) must((call) == 0, #call, __LINE__)

static void must(bool well, const char *call, int line) {
  if (well) return;
  fprintf(stderr, "forms.cu:%d: %s failed: %s\n", line, call,
          cudaGetErrorString(cudaGetLastError()));
  exit(3);
}

static double budget_us = 25000;

static double seconds() {
  return sl_clock_us() * 1e-6;
}

// ---- a matrix on the device ---------------------------------------------------------------------

struct matrix {
  int rows, cols, nnz, width, longest;
  double mean, deviation;
  int *row_ptr, *col_idx, *next_row;
  real *values, *x, *y, *first_y;
  double *right, *size; // for each row: the sum, and the sum of the absolute values of its terms
  int *num_wrong;
};

static std::vector<void *> taken;

template <typename T> static T *take(size_t count, const T *from = NULL) {
  void *memory = NULL;
  MUST(cudaMalloc(&memory, count * sizeof(T) + 16));
  taken.push_back(memory);
  if (from) MUST(cudaMemcpy(memory, from, count * sizeof(T), cudaMemcpyHostToDevice));
  return (T *)memory;
}

static std::vector<real> numbers(int count, unsigned factor, double least) {
  std::vector<real> all(count);
  for (int i = 0; i < count; i++) all[i] = (real)(((i * factor) >> 8) * 0x1p-24 + least);
  return all;
}

// Computes the right sums, one warp per row.
static __global__ void find_right(matrix m) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= m.rows) return;
  double sum = 0, size = 0;
  for (int k = m.row_ptr[row] + lane; k < m.row_ptr[row + 1]; k += 32) {
    double term = (double)m.values[k] * (double)m.x[m.col_idx[k]];
    sum += term;
    size += fabs(term);
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
    size += __shfl_down_sync(0xffffffff, size, offset);
  }
  if (lane > 0) return;
  m.right[row] = sum + (double)m.first_y[row];
  m.size[row] = size + fabs((double)m.first_y[row]);
}

static __global__ void count_wrong(matrix m) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m.rows) return;
  double unit = sizeof(real) == 4 ? 0x1p-24 : 0x1p-53;
  double bound = unit * (m.row_ptr[row + 1] - m.row_ptr[row] + 4) * m.size[row];
  if (!(fabs((double)m.y[row] - m.right[row]) <= bound)) atomicAdd(m.num_wrong, 1);
}

static matrix upload(const sl_csr *a) {
  matrix m = {a->num_rows, a->num_cols, a->nnz, choose_vector_width(a->num_rows, a->nnz)};
  std::vector<real> values(a->nnz);
  for (int k = 0; k < a->nnz; k++) values[k] = (real)a->values[k];
  m.mean = (double)m.nnz / m.rows;
  double squares = 0;
  for (int row = 0; row < m.rows; row++) {
    int length = a->row_ptr[row + 1] - a->row_ptr[row];
    squares += (length - m.mean) * (length - m.mean);
    m.longest = std::max(m.longest, length);
  }
  m.deviation = sqrt(squares / m.rows);
  m.row_ptr = take(m.rows + 1, a->row_ptr);
  m.col_idx = take(m.nnz, a->col_idx);
  m.values = take(m.nnz, values.data());
  m.x = take(m.cols, numbers(m.cols, 2654435761u, 0.25).data());
  m.first_y = take(m.rows, numbers(m.rows, 2246822519u, -0.5).data());
  m.y = take<real>(m.rows);
  m.next_row = take<int>(1);
  m.num_wrong = take<int>(1);
  m.right = take<double>(m.rows);
  m.size = take<double>(m.rows);
  find_right<<<(m.rows + 7) / 8, 256>>>(m);
  return m;
}

// ---- those that take part -----------------------------------------------------------------------

struct contestant {
  const char *kernel, *form;
  int width, threads_per_block, turns; // 0: it has none
  std::function<void()> launch;
  double rough_us;
  int wanted, wrong;
  std::vector<double> us;
};

typedef std::vector<contestant> contestants;

static void add(contestants &all, const char *kernel, const char *form, int width, int threads,
                int turns, std::function<void()> launch) {
  all.push_back({kernel, form, width, threads, turns, launch});
}

template <way rows, int known_width, int unroll>
static void launch_form(const matrix &m, int width, int threads_per_block, int turns) {
  int rows_a_block = threads_per_block / width;
  int blocks = m.rows / rows_a_block + (m.rows % rows_a_block != 0);
  if (rows != STATIC) {
    int multiprocessors = 1, threads = 1024;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
    blocks = multiprocessors * (threads / threads_per_block);
    MUST(cudaMemsetAsync(m.next_row, 0, sizeof(int), 0));
  }
  spmv_form<rows, known_width, unroll><<<blocks, threads_per_block>>>(
      width, turns, m.rows, m.row_ptr, m.col_idx, m.values, 1, m.x, 1, m.y, m.next_row);
}

template <way rows, int unroll>
static void launch_known(const matrix &m, int width, int threads_per_block, int turns) {
  auto launch = width == 2    ? launch_form<rows, 2, unroll>
                : width == 4  ? launch_form<rows, 4, unroll>
                : width == 8  ? launch_form<rows, 8, unroll>
                : width == 16 ? launch_form<rows, 16, unroll>
                              : launch_form<rows, 32, unroll>;
  launch(m, width, threads_per_block, turns);
}

static void add_solution(contestants &all, const matrix &m, int width) {
  add(all, "static", "solution", width, 256, 0,
      [=] { launch_spmv_static(width, m.rows, m.row_ptr, m.col_idx, m.values, 1, m.x, 1, m.y); });
  add(all, "vector", "solution", width, 1024, 0, [=] {
    MUST(cudaMemsetAsync(m.next_row, 0, sizeof(int), 0));
    launch_spmv_vector(width, m.rows, m.row_ptr, m.col_idx, m.values, 1, m.x, 1, m.y, m.next_row);
  });
  add(all, "warp", "solution", width, 1024, 1, [=] {
    MUST(cudaMemsetAsync(m.next_row, 0, sizeof(int), 0));
    launch_spmv_warp(width, m.rows, m.row_ptr, m.col_idx, m.values, 1, m.x, 1, m.y, m.next_row);
  });
}

template <int unroll>
static void add_run_time(contestants &all, const matrix &m, const char *form) {
  add(all, "static", form, m.width, 1024, 0,
      [=] { launch_form<STATIC, 0, unroll>(m, m.width, 1024, 0); });
  add(all, "vector", form, m.width, 1024, 0,
      [=] { launch_form<VECTOR, 0, unroll>(m, m.width, 1024, 0); });
  add(all, "warp", form, m.width, 1024, 1,
      [=] { launch_form<WARP, 0, unroll>(m, m.width, 1024, 1); });
}

static void add_cusparse(contestants &all, const matrix &m, const char *form,
                         cusparseSpMVAlg_t algorithm, bool analysed) {
  static cusparseHandle_t handle;
  static const real one = 1;
  const cusparseOperation_t as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cudaDataType type = sizeof(real) == 4 ? CUDA_R_32F : CUDA_R_64F;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t x, y;
  size_t bytes = 0;
  if (!handle) MUST(cusparseCreate(&handle));
  MUST(cusparseCreateCsr(&a, m.rows, m.cols, m.nnz, m.row_ptr, m.col_idx, m.values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  MUST(cusparseCreateDnVec(&x, m.cols, m.x, type));
  MUST(cusparseCreateDnVec(&y, m.rows, m.y, type));
  MUST(cusparseSpMV_bufferSize(handle, as_it_is, &one, a, x, &one, y, type, algorithm, &bytes));
  char *buffer = take<char>(bytes);
  if (analysed) {
    MUST(cusparseSpMV_preprocess(handle, as_it_is, &one, a, x, &one, y, type, algorithm, buffer));
  }
  add(all, "cuSPARSE", form, 0, 0, 0,
      [=] { MUST(cusparseSpMV(handle, as_it_is, &one, a, x, &one, y, type, algorithm, buffer)); });
}

static contestants all_on(const matrix &m) {
  contestants all;
  add(all, "lab 01", "solution", 1, 256, 0,
      [=] { launch_spmv_csr(spmv_csr_scalar, m.rows, m.row_ptr, m.col_idx, m.values, m.x, m.y); });
  for (int width : {2, 4, 8, 16, 32}) add_solution(all, m, width);
  add_run_time<AS_COMPILED>(all, m, "run-time width");
  add_run_time<1>(all, m, "run-time width, unroll 1");
  add_run_time<4>(all, m, "run-time width, unroll 4");
  add(all, "static", "blocks of 1024", m.width, 1024, 0,
      [=] { launch_known<STATIC, AS_COMPILED>(m, m.width, 1024, 0); });
  for (int turns : {4, 16}) {
    add(all, "warp", turns == 4 ? "4 turns a take" : "16 turns a take", m.width, 1024, turns,
        [=] { launch_known<TURNS, AS_COMPILED>(m, m.width, 1024, turns); });
  }
  add_cusparse(all, m, "CSR_ALG1, not analysed", CUSPARSE_SPMV_CSR_ALG1, false);
  add_cusparse(all, m, "CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1, true);
  add_cusparse(all, m, "CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2, true);
  return all;
}

// ---- the stopwatch ------------------------------------------------------------------------------

static double sample(const contestant &one) {
  static cudaEvent_t begin, end;
  static void *flush;
  static size_t flush_bytes;
  if (!flush) {
    int l2_bytes = 0;
    MUST(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, 0));
    flush_bytes = 2 * (size_t)l2_bytes;
    MUST(cudaMalloc(&flush, flush_bytes));
    MUST(cudaEventCreate(&begin));
    MUST(cudaEventCreate(&end));
  }
  float ms = 0;
  MUST(cudaMemsetAsync(flush, 0x55, flush_bytes, 0));
  MUST(cudaEventRecord(begin));
  one.launch();
  MUST(cudaEventRecord(end));
  MUST(cudaEventSynchronize(end));
  MUST(cudaEventElapsedTime(&ms, begin, end));
  return ms * 1e3;
}

static void check(contestant &one, const matrix &m) {
  MUST(cudaMemcpy(m.y, m.first_y, m.rows * sizeof(real), cudaMemcpyDeviceToDevice));
  one.rough_us = sample(one);
  MUST(cudaMemset(m.num_wrong, 0, sizeof(int)));
  count_wrong<<<(m.rows + 255) / 256, 256>>>(m);
  MUST(cudaMemcpy(&one.wrong, m.num_wrong, sizeof(int), cudaMemcpyDeviceToHost));
  if (one.wrong) fprintf(stderr, "%s, %s: %d wrong rows\n", one.kernel, one.form, one.wrong);
  one.rough_us = std::min(one.rough_us, sample(one));
  one.wanted = (int)std::max(3.0, std::min(11.0, budget_us / one.rough_us));
}

// Each round starts with another contestant; those with fewer samples take them spread over all
// rounds.
static void race(contestants &all, const matrix &m) {
  int rounds = 0;
  for (contestant &one : all) {
    check(one, m);
    rounds = std::max(rounds, one.wanted);
  }
  for (int round = 0; round < rounds; round++) {
    for (size_t i = 0; i < all.size(); i++) {
      contestant &one = all[(i + (size_t)round) % all.size()];
      bool due = (round + 1) * one.wanted / rounds > round * one.wanted / rounds;
      if (due) one.us.push_back(sample(one));
    }
  }
}

static double quantile(std::vector<double> all, double q) {
  std::sort(all.begin(), all.end());
  return all[(size_t)(q * (double)(all.size() - 1) + 0.5)];
}

static void write(FILE *csv, const char *device, const char *spec, const matrix &m,
                  const contestants &all) {
  for (const contestant &one : all) {
    if (one.wrong) continue; // a wrong answer gets no figures
    double us = quantile(one.us, 0.5);
    fprintf(csv, "\"%s\",\"%s\",\"%s\",%d,%d,%d,%.6g,%.6g,%d,%d,", device,
            sizeof(real) == 4 ? "f32" : "f64", spec, m.rows, m.cols, m.nnz, m.mean, m.deviation,
            m.longest, m.width);
    fprintf(csv, "\"%s\",\"%s\",%d,%d,%d,%.6g,%.6g,%.6g,%zu,%.6g\n", one.kernel, one.form,
            one.width, one.threads_per_block, one.turns, us, quantile(one.us, 0.1),
            quantile(one.us, 0.9), one.us.size(), 2e-3 * m.nnz / us);
  }
  fflush(csv);
}

int main(int count, char **words) {
  double limit_s = 1e9;
  int i = 1;
  for (; i + 1 < count && words[i][0] == '-'; i += 2) {
    (words[i][1] == 's' ? limit_s : budget_us) = atof(words[i + 1]);
  }
  FILE *csv = i < count ? fopen(words[i], "w") : NULL;
  if (!csv) return fprintf(stderr, "forms [-s SECONDS] [-u MICROSECONDS] FILE.csv MATRIX…\n"), 2;
  fprintf(csv, "device,precision,matrix,rows,cols,nnz,row_mean,row_deviation,row_longest,"
               "rule_width,kernel,form,width,threads_per_block,turns,cold_us,cold_p10_us,"
               "cold_p90_us,samples,gflops\n");
  cudaDeviceProp device;
  MUST(cudaGetDeviceProperties(&device, 0));
  double start = seconds();
  for (i++; i < count; i++) {
    if (seconds() - start > limit_s) {
      printf("no time was left for %s\n", words[i]);
      continue;
    }
    sl_csr a = {};
    MUST(sl_generate(words[i], &a));
    matrix m = upload(&a);
    contestants all = all_on(m);
    race(all, m);
    write(csv, device.name, words[i], m, all);
    printf("%s at %.1f s\n", words[i], seconds() - start);
    fflush(stdout);
    for (void *memory : taken) MUST(cudaFree(memory));
    taken.clear();
    sl_csr_free(&a);
  }
  return fclose(csv) == 0 ? 0 : 3;
}
