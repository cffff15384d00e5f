// parts.cuh: the kit's own parts of the solver, for the tasks that build on earlier ones. They are
// right, but slow: one block does nearly all of the work.
#ifndef LAB_SOLVER_PARTS_CUH
#define LAB_SOLVER_PARTS_CUH

#include "solver.h"

namespace parts {

enum { THREADS = 256, ROW_THREADS = 8, ROW_BLOCKS = 1024 };

struct csr {
  const int *row_ptr, *col_idx; // device
  const real *values;
};

// All threads of the block get the sum of what they have.
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

static void dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  (void)d_partial;
  lens_kit_dot<<<1, THREADS>>>(num_rows, d_x, d_y, d_sum);
}

// One operation after the other.
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

static void update(const cg_vectors *v) {
  lens_kit_update<<<1, THREADS>>>(*v);
}

// A block for a row at a time.
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

static void spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  lens_kit_spmv<<<ROW_BLOCKS, ROW_THREADS>>>(num_rows, *(const csr *)matrix, d_x, d_y);
}

// What comes after the product q, for all of an iteration.
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

// What solve_cg has asked for.
struct parts_calls {
  int done, longest; // iterations: in all calls, and in one
};
static parts_calls counted;

static void iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  counted.done += count;
  if (count > counted.longest) counted.longest = count;
  for (int i = 0; i < count; i++) {
    spmv(parts->matrix, v->num_rows, v->p, v->q);
    lens_kit_iterate<<<1, THREADS>>>(*v);
  }
}

} // namespace parts
#endif
