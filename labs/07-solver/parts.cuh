// parts.cuh: the kit's own parts of the solver, for the tasks that build on earlier ones. They are
// right, but not what the tasks ask for. On small systems one block does nearly all of the work, so
// the answer is the same in every run. On large ones each operation is a kernel of its own, and
// blocks add their sums by atomics.
#ifndef LAB_SOLVER_PARTS_CUH
#define LAB_SOLVER_PARTS_CUH

#include "solver.h"

namespace parts {

enum { THREADS = 256, ROW_THREADS = 8, ROW_BLOCKS = 1024 };
enum { ONE_BLOCK = 4096, MOST_BLOCKS = 512, WARP = 32 }; // ONE_BLOCK: elements

struct csr {
  const int *row_ptr, *col_idx; // device
  const real *values;
};

// Returns the sum of `mine` over all threads of the block, in every thread.
static __device__ real total(real mine, real *of_thread) {
  __syncthreads();
  of_thread[threadIdx.x] = mine;
  __syncthreads();
  real sum = 0;
  for (unsigned t = 0; t < blockDim.x && threadIdx.x == 0; t++) sum += of_thread[t];
  __syncthreads();
  if (threadIdx.x == 0) of_thread[0] = sum;
  __syncthreads();
  return of_thread[0];
}

static __device__ real product(int n, const real *x, const real *y, real *of_thread) {
  real sum = 0;
  for (int i = threadIdx.x; i < n; i += THREADS) sum += x[i] * y[i];
  return total(sum, of_thread);
}

static __global__ void lens_kit_dot(int n, const real *x, const real *y, real *out) {
  __shared__ real of_thread[THREADS];
  real sum = product(n, x, y, of_thread);
  if (threadIdx.x == 0) *out = sum;
}

static int blocks_for(int n) {
  int blocks = (n + THREADS - 1) / THREADS;
  return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

static __global__ void lens_kit_clear(real *out) {
  *out = 0;
}

static __global__ void lens_kit_add_products(int n, const real *x, const real *y, real *out) {
  __shared__ real of_thread[THREADS];
  real sum = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
    sum += x[i] * y[i];
  }
  sum = total(sum, of_thread);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

static void dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  (void)d_partial;
  if (num_rows <= ONE_BLOCK) {
    lens_kit_dot<<<1, THREADS>>>(num_rows, d_x, d_y, d_sum);
    return;
  }
  lens_kit_clear<<<1, 1>>>(d_sum);
  lens_kit_add_products<<<blocks_for(num_rows), THREADS>>>(num_rows, d_x, d_y, d_sum);
}

// Does the operations of the update one after the other.
static __device__ void step(const cg_vectors &v, real alpha, real *of_thread) {
  for (int i = threadIdx.x; i < v.num_rows; i += THREADS) v.x[i] += alpha * v.p[i];
  for (int i = threadIdx.x; i < v.num_rows; i += THREADS) v.r[i] -= alpha * v.q[i];
  for (int i = threadIdx.x; i < v.num_rows; i += THREADS) v.z[i] = v.inverse[i] * v.r[i];
  real rz = product(v.num_rows, v.r, v.z, of_thread);
  real rr = product(v.num_rows, v.r, v.r, of_thread);
  if (threadIdx.x == 0) v.scalars[CG_NEW_RZ] = rz;
  if (threadIdx.x == 0) v.scalars[CG_RR] = rr;
}

static __global__ void lens_kit_update(cg_vectors v) {
  __shared__ real of_thread[THREADS];
  step(v, v.scalars[CG_ALPHA], of_thread);
}

// y ← y + sign α x
static __global__ void lens_kit_add(int n, const real *alpha, real sign, const real *x, real *y) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) y[i] += sign * *alpha * x[i];
}

static __global__ void lens_kit_scale(int n, const real *inverse, const real *r, real *z) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) z[i] = inverse[i] * r[i];
}

static void update(const cg_vectors *v) {
  int n = v->num_rows, blocks = (n + THREADS - 1) / THREADS;
  if (n <= ONE_BLOCK) {
    lens_kit_update<<<1, THREADS>>>(*v);
    return;
  }
  lens_kit_add<<<blocks, THREADS>>>(n, v->scalars + CG_ALPHA, 1, v->p, v->x);
  lens_kit_add<<<blocks, THREADS>>>(n, v->scalars + CG_ALPHA, -1, v->q, v->r);
  lens_kit_scale<<<blocks, THREADS>>>(n, v->inverse, v->r, v->z);
  dot(n, v->r, v->z, NULL, v->scalars + CG_NEW_RZ);
  dot(n, v->r, v->r, NULL, v->scalars + CG_RR);
}

// A block computes one row at a time.
static __global__ void lens_kit_spmv(int num_rows, csr a, const real *x, real *y) {
  __shared__ real of_thread[ROW_THREADS];
  for (int row = blockIdx.x; row < num_rows; row += ROW_BLOCKS) {
    real mine = 0;
    int end = a.row_ptr[row + 1];
    for (int k = a.row_ptr[row] + threadIdx.x; k < end; k += ROW_THREADS) {
      mine += a.values[k] * x[a.col_idx[k]];
    }
    mine = total(mine, of_thread);
    if (threadIdx.x == 0) y[row] = mine;
  }
}

// A warp for a row.
static __global__ void lens_kit_spmv_large(int num_rows, csr a, const real *x, real *y) {
  int row = (blockIdx.x * THREADS + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
  if (row >= num_rows) return;
  real sum = 0;
  int end = a.row_ptr[row + 1];
  for (int k = a.row_ptr[row] + lane; k < end; k += WARP) sum += a.values[k] * x[a.col_idx[k]];
  for (int step = WARP / 2; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (lane == 0) y[row] = sum;
}

static void spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  const csr &a = *(const csr *)matrix;
  if (num_rows <= ONE_BLOCK) {
    lens_kit_spmv<<<ROW_BLOCKS, ROW_THREADS>>>(num_rows, a, d_x, d_y);
    return;
  }
  int blocks = (num_rows + THREADS / WARP - 1) / (THREADS / WARP);
  lens_kit_spmv_large<<<blocks, THREADS>>>(num_rows, a, d_x, d_y);
}

// All of an iteration that follows the product q.
static __global__ void lens_kit_iterate(cg_vectors v) {
  __shared__ real of_thread[THREADS];
  real rz = v.scalars[CG_RZ];
  real pq = product(v.num_rows, v.p, v.q, of_thread);
  real alpha = pq > 0 ? rz / pq : (real)0;
  step(v, alpha, of_thread);
  __syncthreads();
  real new_rz = v.scalars[CG_NEW_RZ], beta = rz > 0 ? new_rz / rz : (real)0;
  for (int i = threadIdx.x; i < v.num_rows; i += THREADS) v.p[i] = v.z[i] + beta * v.p[i];
  if (threadIdx.x > 0) return;
  v.scalars[CG_PQ] = pq;
  v.scalars[CG_ALPHA] = alpha;
  v.scalars[CG_BETA] = beta;
  v.scalars[CG_RZ] = new_rz;
}

static __global__ void lens_kit_alpha(real *scalars) {
  scalars[CG_ALPHA] = scalars[CG_PQ] > 0 ? scalars[CG_RZ] / scalars[CG_PQ] : (real)0;
}

static __global__ void lens_kit_beta(real *scalars) {
  scalars[CG_BETA] = scalars[CG_RZ] > 0 ? scalars[CG_NEW_RZ] / scalars[CG_RZ] : (real)0;
  scalars[CG_RZ] = scalars[CG_NEW_RZ];
}

static __global__ void lens_kit_turn(int n, const real *beta, const real *z, real *p) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) p[i] = z[i] + *beta * p[i];
}

static void iterate(const cg_vectors *v) {
  int n = v->num_rows;
  if (n <= ONE_BLOCK) {
    lens_kit_iterate<<<1, THREADS>>>(*v);
    return;
  }
  dot(n, v->p, v->q, NULL, v->scalars + CG_PQ);
  lens_kit_alpha<<<1, 1>>>(v->scalars);
  update(v);
  lens_kit_beta<<<1, 1>>>(v->scalars);
  lens_kit_turn<<<(n + THREADS - 1) / THREADS, THREADS>>>(n, v->scalars + CG_BETA, v->z, v->p);
}

// How many iterations solve_cg has requested.
struct parts_calls {
  int done, longest; // in all calls, and in the largest call
};
static parts_calls counted;

static void iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  counted.done += count;
  if (count > counted.longest) counted.longest = count;
  for (int i = 0; i < count; i++) {
    spmv(parts->matrix, v->num_rows, v->p, v->q);
    iterate(v);
  }
}

} // namespace parts
#endif
