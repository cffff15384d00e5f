// Right: one kernel per width, from templates, and butterfly shuffles: every lane has the sum at
// the end.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  const long long bounds[] = {2, 4, 64};
  const int widths[] = {2, 4, 8, 32};
  int i = 0;
  while (i < 3 && num_rows > 0 && nnz >= bounds[i] * num_rows) i++;
  return widths[i];
}

struct matrix {
  int num_rows;
  const int *row_ptr, *col_idx;
  const real *values;
};

struct product {
  real alpha;
  const real *x;
  real beta;
  real *y;
};

template <int V> struct vector_of {
  unsigned mask;
  int lane;
  __device__ vector_of() : lane(threadIdx.x % V) {
    mask = (unsigned)(((1ull << V) - 1) << (threadIdx.x % 32 - lane));
  }
  __device__ int from_first(int value) const {
    return __shfl_sync(mask, value, 0, V);
  }
  __device__ real sum(real part) const {
#pragma unroll
    for (int distance = 1; distance < V; distance *= 2) {
      part += __shfl_xor_sync(mask, part, distance, V);
    }
    return part;
  }
};

template <int V> __device__ void multiply(const vector_of<V> &v, matrix a, product p, int row) {
  real part = 0;
  for (int k = a.row_ptr[row] + v.lane; k < a.row_ptr[row + 1]; k += V) {
    part += p.alpha * a.values[k] * p.x[a.col_idx[k]];
  }
  real sum = v.sum(part);
  if (v.lane != V - 1) return; // any lane can do this
  if (p.beta != 0) sum += p.beta * p.y[row];
  p.y[row] = sum;
}

template <int V> __global__ void static_rows(matrix a, product p) {
  vector_of<V> v;
  int row = blockIdx.x * (blockDim.x / V) + threadIdx.x / V;
  if (row < a.num_rows) multiply<V>(v, a, p, row);
}

template <int V> __global__ void taken_by_vectors(matrix a, product p, int *next_row) {
  vector_of<V> v;
  int row = v.from_first(v.lane == 0 ? atomicAdd(next_row, 1) : 0);
  while (row < a.num_rows) {
    multiply<V>(v, a, p, row);
    row = v.from_first(v.lane == 0 ? atomicAdd(next_row, 1) : 0);
  }
}

template <int V> __global__ void taken_by_warps(matrix a, product p, int *next_row) {
  vector_of<V> v;
  vector_of<32> warp;
  for (;;) {
    int row = warp.from_first(warp.lane == 0 ? atomicAdd(next_row, 32 / V) : 0) + warp.lane / V;
    if (row - warp.lane / V >= a.num_rows) return;
    if (row < a.num_rows) multiply<V>(v, a, p, row);
  }
}

template <int V> void launch(int kind, matrix a, product p, int *d_next_row) {
  int blocks = (a.num_rows + 128 / V - 1) / (128 / V);
  if (kind == 0 && blocks > 0) static_rows<V><<<blocks, 128>>>(a, p);
  if (kind == 1) taken_by_vectors<V><<<64, 512>>>(a, p, d_next_row);
  if (kind == 2) taken_by_warps<V><<<64, 512>>>(a, p, d_next_row);
}

static void launch_any(int kind, int vector_width, matrix a, product p, int *d_next_row) {
  if (vector_width == 2) launch<2>(kind, a, p, d_next_row);
  if (vector_width == 4) launch<4>(kind, a, p, d_next_row);
  if (vector_width == 8) launch<8>(kind, a, p, d_next_row);
  if (vector_width == 32) launch<32>(kind, a, p, d_next_row);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  launch_any(0, vector_width, {num_rows, d_row_ptr, d_col_idx, d_values}, {alpha, d_x, beta, d_y},
             nullptr);
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  launch_any(1, vector_width, {num_rows, d_row_ptr, d_col_idx, d_values}, {alpha, d_x, beta, d_y},
             d_next_row);
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  launch_any(2, vector_width, {num_rows, d_row_ptr, d_col_idx, d_values}, {alpha, d_x, beta, d_y},
             d_next_row);
}
