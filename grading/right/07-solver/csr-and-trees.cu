// Right: reductions as trees in shared memory, SpMV in CSR with one thread per row, a check of the
// residual after every iteration.
#include "solver.h"

#include <math.h>
#include <stdlib.h>

#define SIZE 128

__device__ static void tree(real *cell) {
  for (int half = SIZE / 2; half > 0; half >>= 1) {
    __syncthreads();
    if (threadIdx.x < half) cell[threadIdx.x] += cell[threadIdx.x + half];
  }
}

__global__ static void partial_dot(int n, const real *x, const real *y, real *partial) {
  __shared__ real cell[SIZE];
  real sum = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    sum += x[i] * y[i];
    i += blockDim.x * gridDim.x;
  }
  cell[threadIdx.x] = sum;
  tree(cell);
  if (threadIdx.x == 0) partial[blockIdx.x] = cell[0];
}

__global__ static void final_sum(int blocks, const real *partial, real *result) {
  __shared__ real cell[SIZE];
  cell[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < blocks; i += SIZE) cell[threadIdx.x] += partial[i];
  tree(cell);
  if (threadIdx.x == 0) *result = cell[0];
}

static int grid(int n) {
  int blocks = (n + SIZE - 1) / SIZE;
  return blocks > 200 ? 200 : blocks;
}

void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  int blocks = grid(num_rows);
  if (blocks) partial_dot<<<blocks, SIZE>>>(num_rows, d_x, d_y, d_partial);
  final_sum<<<1, SIZE>>>(blocks, d_partial, d_sum);
}

__global__ static void update_all(cg_vectors v) {
  __shared__ real rz[SIZE], rr[SIZE];
  const real alpha = v.scalars[CG_ALPHA];
  rz[threadIdx.x] = rr[threadIdx.x] = 0;
  for (int i = blockIdx.x * SIZE + threadIdx.x; i < v.num_rows; i += SIZE * gridDim.x) {
    real new_r = -alpha * v.q[i] + v.r[i];
    real new_z = new_r * v.inverse[i];
    v.r[i] = new_r;
    v.z[i] = new_z;
    v.x[i] = v.x[i] + alpha * v.p[i];
    rz[threadIdx.x] += new_r * new_z;
    rr[threadIdx.x] += new_r * new_r;
  }
  tree(rz);
  tree(rr);
  if (threadIdx.x == 0) {
    v.partial[2 * blockIdx.x] = rz[0];
    v.partial[2 * blockIdx.x + 1] = rr[0];
  }
}

__global__ static void final_sums(int blocks, cg_vectors v) {
  real rz = 0, rr = 0;
  for (int i = 0; i < blocks; i++) rz += v.partial[2 * i];
  for (int i = 0; i < blocks; i++) rr += v.partial[2 * i + 1];
  v.scalars[CG_NEW_RZ] = rz;
  v.scalars[CG_RR] = rr;
}

void launch_update(const cg_vectors *v) {
  int blocks = grid(v->num_rows);
  if (blocks) update_all<<<blocks, SIZE>>>(*v);
  final_sums<<<1, 1>>>(blocks, *v);
}

struct csr_matrix {
  int *row_ptr, *col_idx;
  real *values;
};

void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values) {
  csr_matrix *m = (csr_matrix *)malloc(sizeof(csr_matrix));
  cudaMalloc(&m->row_ptr, (num_rows + 1) * sizeof(int));
  cudaMalloc(&m->col_idx, nnz * sizeof(int));
  cudaMalloc(&m->values, nnz * sizeof(real));
  cudaMemcpy(m->row_ptr, row_ptr, (num_rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(m->col_idx, col_idx, nnz * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(m->values, values, nnz * sizeof(real), cudaMemcpyHostToDevice);
  return m;
}

__global__ static void spmv(csr_matrix m, int num_rows, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_rows) {
    real dot = 0;
    for (int k = m.row_ptr[row]; k < m.row_ptr[row + 1]; ++k) dot += m.values[k] * x[m.col_idx[k]];
    y[row] = dot;
  }
}

void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  if (num_rows == 0) return;
  spmv<<<(num_rows + 255) / 256, 256>>>(*(const csr_matrix *)matrix, num_rows, d_x, d_y);
}

void free_matrix(void *matrix) {
  csr_matrix *m = (csr_matrix *)matrix;
  cudaFree(m->row_ptr);
  cudaFree(m->col_idx);
  cudaFree(m->values);
  free(m);
}

__global__ static void alpha_of(real *s) {
  if (s[CG_PQ] == 0) {
    s[CG_ALPHA] = 0;
  } else {
    s[CG_ALPHA] = s[CG_RZ] / s[CG_PQ];
  }
}

__global__ static void beta_of(real *s) {
  real old = s[CG_RZ];
  s[CG_BETA] = old == 0 ? 0 : s[CG_NEW_RZ] / old;
  s[CG_RZ] = s[CG_NEW_RZ];
}

__global__ static void new_p(cg_vectors v) {
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < v.num_rows; i += stride) {
    v.p[i] *= v.scalars[CG_BETA];
    v.p[i] += v.z[i];
  }
}

void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  while (count-- > 0) {
    parts->spmv(parts->matrix, v->num_rows, v->p, v->q);
    parts->dot(v->num_rows, v->q, v->p, v->partial, &v->scalars[CG_PQ]);
    alpha_of<<<1, 1>>>(v->scalars);
    parts->update(v);
    beta_of<<<1, 1>>>(v->scalars);
    new_p<<<64, 64>>>(*v);
  }
}

__global__ static void preconditioned(int n, const real *inverse, const real *r, real *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = inverse[i] * r[i];
}

int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance,
             int most) {
  size_t bytes = v->num_rows * sizeof(real);
  int done = 0;
  real rr = 0, limit;
  if (v->num_rows == 0) return 0;
  cudaMemset(v->x, 0, bytes);
  cudaMemcpy(v->r, d_b, bytes, cudaMemcpyDeviceToDevice);
  preconditioned<<<v->num_rows / 64 + 1, 64>>>(v->num_rows, v->inverse, v->r, v->z);
  cudaMemcpy(v->p, v->z, bytes, cudaMemcpyDeviceToDevice);
  parts->dot(v->num_rows, v->z, v->r, v->partial, v->scalars + CG_RZ);
  parts->dot(v->num_rows, v->r, v->r, v->partial, v->scalars + CG_RR);
  cudaMemcpy(&rr, v->scalars + CG_RR, sizeof rr, cudaMemcpyDeviceToHost);
  limit = tolerance * tolerance * rr;
  while (done < most && rr > limit) {
    parts->iterations(parts, v, 1);
    done++;
    cudaMemcpy(&rr, v->scalars + CG_RR, sizeof rr, cudaMemcpyDeviceToHost);
  }
  return done;
}
