// parts.cuh: the kit's own parts of the solver, for the tasks that build on earlier ones. They are
// right, but not what the tasks ask for. On small systems one block does nearly all of the work, so
// the answer is the same in every run. On large ones each operation is a kernel of its own, and
// blocks add their sums by atomics.
#ifndef LAB_SOLVER_PARTS_CUH
#define LAB_SOLVER_PARTS_CUH

#include "solver.h"

namespace parts {

enum {
  THREADS = 256,
  ONE_BLOCK = 4096, // elements, at most, for which one block does the vector operations
  ROW_BLOCKS = 1024,
  ROW_THREADS = 8,
  LARGE_ROW_THREADS = 32
};

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
  return (n + THREADS - 1) / THREADS;
}

static __global__ void lens_kit_clear(real *out) {
  *out = 0;
}

static __global__ void lens_kit_add_products(int n, const real *x, const real *y, real *out) {
  __shared__ real of_thread[THREADS];
  int i = blockIdx.x * THREADS + threadIdx.x;
  real sum = total(i < n ? x[i] * y[i] : (real)0, of_thread);
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

// The factor of a vector: a quotient, which is 0 if its divisor is not positive.
struct factor {
  const real *over, *under; // under: NULL if it is 1
};

static __device__ real value_of(factor f) {
  if (!f.under) return *f.over;
  return *f.under > 0 ? *f.over / *f.under : (real)0;
}

// y ← y + sign f x
static __global__ void lens_kit_add(int n, factor f, real sign, const real *x, real *y) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) y[i] += sign * value_of(f) * x[i];
}

// y ← x + f y
static __global__ void lens_kit_turn(int n, factor f, const real *x, real *y) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) y[i] = x[i] + value_of(f) * y[i];
}

static __global__ void lens_kit_scale(int n, const real *inverse, const real *r, real *z) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) z[i] = inverse[i] * r[i];
}

// Does the operations of the update one after the other, each in a kernel.
static void update_by(factor alpha, const cg_vectors *v) {
  int n = v->num_rows, blocks = blocks_for(n);
  lens_kit_add<<<blocks, THREADS>>>(n, alpha, 1, v->p, v->x);
  lens_kit_add<<<blocks, THREADS>>>(n, alpha, -1, v->q, v->r);
  lens_kit_scale<<<blocks, THREADS>>>(n, v->inverse, v->r, v->z);
  dot(n, v->r, v->z, NULL, v->scalars + CG_NEW_RZ);
  dot(n, v->r, v->r, NULL, v->scalars + CG_RR);
}

static void update(const cg_vectors *v) {
  if (v->num_rows <= ONE_BLOCK) {
    lens_kit_update<<<1, THREADS>>>(*v);
  } else {
    update_by({v->scalars + CG_ALPHA, NULL}, v);
  }
}

// A block computes one row at a time.
static __global__ void lens_kit_spmv(int num_rows, csr a, const real *x, real *y) {
  __shared__ real of_thread[LARGE_ROW_THREADS];
  for (int row = blockIdx.x; row < num_rows; row += gridDim.x) {
    real mine = 0;
    int end = a.row_ptr[row + 1];
    for (int k = a.row_ptr[row] + threadIdx.x; k < end; k += blockDim.x) {
      mine += a.values[k] * x[a.col_idx[k]];
    }
    mine = total(mine, of_thread);
    if (threadIdx.x == 0) y[row] = mine;
  }
}

static void spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  bool large = num_rows > ONE_BLOCK;
  int blocks = large ? num_rows : ROW_BLOCKS, threads = large ? LARGE_ROW_THREADS : ROW_THREADS;
  lens_kit_spmv<<<blocks, threads>>>(num_rows, *(const csr *)matrix, d_x, d_y);
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

static void iterate(const cg_vectors *v) {
  int n = v->num_rows;
  real *rz = v->scalars + CG_RZ, *new_rz = v->scalars + CG_NEW_RZ, *pq = v->scalars + CG_PQ;
  if (n <= ONE_BLOCK) {
    lens_kit_iterate<<<1, THREADS>>>(*v);
    return;
  }
  dot(n, v->p, v->q, NULL, pq);
  update_by({rz, pq}, v);
  lens_kit_turn<<<blocks_for(n), THREADS>>>(n, {new_rz, rz}, v->z, v->p);
  dot(n, v->r, v->z, NULL, rz);
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
