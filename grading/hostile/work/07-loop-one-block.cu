// loop review one block does most of the work
// All operations on vectors in one block, and not by the parts that were given.
#define HAS_LOOP
#include "rest-07.h"

static __device__ real product(int n, const real *x, const real *y, double *sums) {
  double own = 0;
  for (int i = threadIdx.x; i < n; i += 128) own += (double)x[i] * y[i];
  __syncthreads();
  sums[threadIdx.x] = own;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return (real)sums[0];
}

static __global__ void after_product(cg_vectors v) {
  __shared__ double sums[128];
  real *s = v.scalars, rz = s[CG_RZ], pq = product(v.num_rows, v.p, v.q, sums);
  real alpha = pq > 0 ? rz / pq : 0;
  for (int i = threadIdx.x; i < v.num_rows; i += 128) {
    v.x[i] += alpha * v.p[i];
    v.r[i] -= alpha * v.q[i];
    v.z[i] = v.inverse[i] * v.r[i];
  }
  __syncthreads();
  real new_rz = product(v.num_rows, v.r, v.z, sums), rr = product(v.num_rows, v.r, v.r, sums);
  real beta = rz > 0 ? new_rz / rz : 0;
  for (int i = threadIdx.x; i < v.num_rows; i += 128) v.p[i] = v.z[i] + beta * v.p[i];
  if (threadIdx.x > 0) return;
  s[CG_PQ] = pq;
  s[CG_ALPHA] = alpha;
  s[CG_BETA] = beta;
  s[CG_NEW_RZ] = s[CG_RZ] = new_rz;
  s[CG_RR] = rr;
}

void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  for (int i = 0; i < count; i++) {
    parts->spmv(parts->matrix, v->num_rows, v->p, v->q);
    after_product<<<1, 128>>>(*v);
  }
}
