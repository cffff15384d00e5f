// rows.cuh: rungs without tiles: vectors, and vectors from a counter.
#ifndef FAST_06_ROWS_CUH
#define FAST_06_ROWS_CUH
#include "bench/contest.h"
#include "bench/convert.cuh"

#include <algorithm>
#include <climits>

namespace by_rows {

enum { BLOCK = 256 };

// How many loads a lane has in flight: in long rows, and in the rest of a row.
enum { TURN = 8, UNROLL = 4 };

// nvcc knows the width, so divisions by it become shifts.
#define WITH_WIDTH(kernel, width)                                                                  \
  ((width) == 2    ? kernel<2>                                                                     \
   : (width) == 4  ? kernel<4>                                                                     \
   : (width) == 8  ? kernel<8>                                                                     \
   : (width) == 16 ? kernel<16>                                                                    \
                   : kernel<32>)

// Computes the sum of one row, by a vector of `width` lanes; lane 0 gets it.
template <int width>
static __device__ inline real sum_of_row(int lane, unsigned mask, int begin, int end,
                                         const int *col_idx, const real *values, const real *x) {
  real sum = 0;
  int k = begin + lane;
#pragma unroll 1
  for (; k + (TURN - 1) * width < end; k += TURN * width) {
    int col[TURN];
    real value[TURN];
#pragma unroll
    for (int u = 0; u < TURN; u++) {
      col[u] = col_idx[k + u * width];
      value[u] = values[k + u * width];
    }
#pragma unroll
    for (int u = 0; u < TURN; u++) sum += value[u] * __ldg(x + col[u]);
  }
#pragma unroll 1 // if unrolled, ptxas has too few registers and waits for two loads at a time
  for (; k < end; k += UNROLL * width) {
    int col[UNROLL];
    real value[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      int at = k + u * width;
      col[u] = at < end ? col_idx[at] : -1;
      value[u] = at < end ? values[at] : (real)0;
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
      if (col[u] >= 0) sum += value[u] * __ldg(x + col[u]);
  }
  for (int offset = width / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(mask, sum, offset, width);
  return sum;
}

template <int width> static __device__ inline unsigned mask_of() {
  return (0xffffffffu >> (32 - width)) << (threadIdx.x % 32 / width * width);
}

template <int width>
__global__ void __launch_bounds__(BLOCK)
    spmv_unrolled(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  real alpha, const real *x, real beta, real *y) {
  int row = (int)((blockIdx.x * (size_t)BLOCK + threadIdx.x) / width), lane = threadIdx.x % width;
  if (row >= num_rows) return;
  real sum =
      sum_of_row<width>(lane, mask_of<width>(), row_ptr[row], row_ptr[row + 1], col_idx, values, x);
  if (lane == 0) y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

// A warp takes `batch` rows at once from the counter.
template <int width>
__global__ void __launch_bounds__(BLOCK)
    spmv_counter(int batch, int num_rows, const int *row_ptr, const int *col_idx,
                 const real *values, real alpha, const real *x, real beta, real *y, int *next_row) {
  int lane = threadIdx.x % width, vector = threadIdx.x % 32 / width, vectors = 32 / width;
  unsigned mask = mask_of<width>();
  for (;;) {
    int first = 0;
    if (threadIdx.x % 32 == 0) first = atomicAdd(next_row, batch);
    first = __shfl_sync(0xffffffffu, first, 0);
    if (first >= num_rows) return;
    int last = num_rows - first < batch ? num_rows : first + batch;
    for (int row = first + vector; row < last; row += vectors) {
      real sum = sum_of_row<width>(lane, mask, row_ptr[row], row_ptr[row + 1], col_idx, values, x);
      if (lane == 0) y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
    }
    __syncwarp();
  }
}

struct plan : device_memory {
  bench_csr a;
  int width = 2, batch = 0, blocks = 0;
  int *d_next = nullptr;
};

static const char *prepare(const bench_csr *a, void **out, bool counter) {
  plan *p = new plan;
  // Numbers of entries, and TURN * 32 more, must fit into an int.
  if (a->nnz > INT_MAX - TURN * 32) return bench_hand_over(p, out, "too many entries");
  p->a = *a;
  double mean = a->num_rows ? (double)a->nnz / a->num_rows : 0;
  p->width = mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32; // as in task width
  if (counter) {
    p->blocks = bench_device_attribute(cudaDevAttrMultiProcessorCount, 1) *
                (bench_device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, 1024) / BLOCK);
    // About 2,048 entries per atomic, but few enough that all warps get several batches.
    double warps = (double)p->blocks * BLOCK / 32;
    double rows = std::min(2048 / std::max(mean, 1.0), a->num_rows / (4 * warps));
    p->batch = 32 / p->width;
    while (p->batch * 2 <= rows) p->batch *= 2;
    p->d_next = p->take<int>(1);
  }
  return bench_hand_over(p, out);
}
static void run(void *plan_, real alpha, const real *x, real beta, real *y) {
  const plan *p = (const plan *)plan_;
  const bench_csr &a = p->a;
  if (a.num_rows == 0) return;
  if (p->d_next) {
    cudaMemsetAsync(p->d_next, 0, sizeof(int));
    WITH_WIDTH(spmv_counter, p->width)<<<p->blocks, BLOCK>>>(
        p->batch, a.num_rows, a.d_row_ptr, a.d_col_idx, a.d_values, alpha, x, beta, y, p->d_next);
  } else {
    long long threads = (long long)a.num_rows * p->width;
    WITH_WIDTH(spmv_unrolled, p->width)<<<(unsigned)((threads + BLOCK - 1) / BLOCK), BLOCK>>>(
        a.num_rows, a.d_row_ptr, a.d_col_idx, a.d_values, alpha, x, beta, y);
  }
}
} // namespace by_rows
#endif
