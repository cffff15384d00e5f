// Right: the last block to finish adds up the sums of all blocks, so there is no second kernel;
// SpMV in CSR with one warp per row; the kernels that need α and β compute them.
#include "solver.h"

#include <cmath>
#include <vector>

namespace {

constexpr int WARP = 32, WARPS = 8, BLOCK = WARP * WARPS, BLOCKS = 96;

__device__ unsigned finished;

__device__ real sum_of_warp(real value) {
  for (int step = 1; step < WARP; step *= 2) value += __shfl_xor_sync(~0u, value, step);
  return value;
}

__device__ real sum_of_block(real value) {
  __shared__ real of_warp[WARPS];
  value = sum_of_warp(value);
  __syncthreads();
  if (threadIdx.x % WARP == 0) of_warp[threadIdx.x / WARP] = value;
  __syncthreads();
  return sum_of_warp(threadIdx.x % WARP < WARPS ? of_warp[threadIdx.x % WARP] : 0);
}

// Whether this block is the last one to reach this line.
__device__ bool is_last() {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
    if (last) finished = 0;
    __threadfence();
  }
  __syncthreads();
  return last;
}

__device__ real sum_of_partial(const real *partial) {
  real sum = 0;
  for (int i = threadIdx.x; i < (int)gridDim.x; i += BLOCK) {
    sum += ((const volatile real *)partial)[i];
  }
  return sum_of_block(sum);
}

__global__ void dot_kernel(int n, const real *x, const real *y, real *partial, real *out) {
  real sum = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) sum += x[i] * y[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  if (!is_last()) return;
  sum = sum_of_partial(partial);
  if (threadIdx.x == 0) *out = sum;
}

__global__ void update_kernel(cg_vectors v) {
  real alpha = v.scalars[CG_ALPHA], rz = 0, rr = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < v.num_rows; i += BLOCK * gridDim.x) {
    v.x[i] += alpha * v.p[i];
    real r = v.r[i] -= alpha * v.q[i];
    real z = v.z[i] = v.inverse[i] * r;
    rz += r * z;
    rr += r * r;
  }
  rz = sum_of_block(rz);
  rr = sum_of_block(rr);
  if (threadIdx.x == 0) {
    v.partial[blockIdx.x] = rz;
    v.partial[CG_MOST_BLOCKS + blockIdx.x] = rr;
  }
  if (!is_last()) return;
  rz = sum_of_partial(v.partial);
  rr = sum_of_partial(v.partial + CG_MOST_BLOCKS);
  if (threadIdx.x == 0) {
    v.scalars[CG_NEW_RZ] = rz;
    v.scalars[CG_RR] = rr;
  }
}

struct rows {
  int *row_ptr = nullptr, *col_idx = nullptr;
  real *values = nullptr;
};

template <typename T> T *upload(const T *from, size_t count) {
  T *to = nullptr;
  if (count == 0) return to;
  cudaMalloc(&to, count * sizeof(T));
  cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

__global__ void warp_per_row(rows a, int num_rows, const real *x, real *y) {
  int lane = threadIdx.x % WARP, warps = gridDim.x * WARPS;
  for (int row = blockIdx.x * WARPS + threadIdx.x / WARP; row < num_rows; row += warps) {
    real sum = 0;
    for (int k = a.row_ptr[row] + lane; k < a.row_ptr[row + 1]; k += WARP) {
      sum += a.values[k] * x[a.col_idx[k]];
    }
    sum = sum_of_warp(sum);
    if (lane == 0) y[row] = sum;
  }
}

__global__ void alpha_kernel(real *s) {
  s[CG_ALPHA] = s[CG_PQ] > 0 ? s[CG_RZ] / s[CG_PQ] : 0;
}

__global__ void direction(cg_vectors v) {
  real rz = v.scalars[CG_RZ], beta = rz > 0 ? v.scalars[CG_NEW_RZ] / rz : 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < v.num_rows; i += BLOCK * gridDim.x) {
    v.p[i] = fma(beta, v.p[i], v.z[i]);
  }
}

__global__ void keep_rz(real *s) {
  s[CG_RZ] = s[CG_NEW_RZ];
}

__global__ void begin(cg_vectors v, const real *b) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < v.num_rows; i += BLOCK * gridDim.x) {
    real r = b[i], z = v.inverse[i] * r;
    v.x[i] = 0;
    v.r[i] = r;
    v.p[i] = z;
  }
}

} // namespace

void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  dot_kernel<<<BLOCKS, BLOCK>>>(num_rows, d_x, d_y, d_partial, d_sum);
}

void launch_update(const cg_vectors *v) {
  update_kernel<<<BLOCKS, BLOCK>>>(*v);
}

void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values) {
  return new rows{upload(row_ptr, num_rows + 1), upload(col_idx, nnz), upload(values, nnz)};
}

void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  warp_per_row<<<BLOCKS, BLOCK>>>(*static_cast<const rows *>(matrix), num_rows, d_x, d_y);
}

void free_matrix(void *matrix) {
  rows *a = static_cast<rows *>(matrix);
  cudaFree(a->row_ptr);
  cudaFree(a->col_idx);
  cudaFree(a->values);
  delete a;
}

void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  for (int i = 0; i < count; i++) {
    parts->spmv(parts->matrix, v->num_rows, v->p, v->q);
    parts->dot(v->num_rows, v->p, v->q, v->partial, v->scalars + CG_PQ);
    alpha_kernel<<<1, 1>>>(v->scalars);
    parts->update(v);
    direction<<<BLOCKS, BLOCK>>>(*v);
    keep_rz<<<1, 1>>>(v->scalars);
  }
}

int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance,
             int most) {
  std::vector<real> scalars(CG_SCALARS);
  auto norm = [&] {
    cudaMemcpy(scalars.data(), v->scalars, CG_SCALARS * sizeof(real), cudaMemcpyDeviceToHost);
    return std::sqrt(scalars[CG_RR]);
  };
  cudaMemset(v->scalars, 0, CG_SCALARS * sizeof(real));
  begin<<<BLOCKS, BLOCK>>>(*v, d_b);
  parts->dot(v->num_rows, v->r, v->p, v->partial, v->scalars + CG_RZ);
  parts->dot(v->num_rows, v->r, v->r, v->partial, v->scalars + CG_RR);
  int iterations = 0;
  const real limit = tolerance * norm();
  for (; norm() > limit && iterations < most;) {
    int next = iterations + 3 < most ? 3 : most - iterations;
    parts->iterations(parts, v, next);
    iterations += next;
  }
  return iterations;
}
