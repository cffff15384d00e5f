// Right: SpMV in ELL with the width of the longest row, or in CSR if some rows are far longer than
// others; one thread per block adds up the block's sums; one kernel computes α, β and rz.
#include "solver.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

static const int threads = 64;

static int blocks_of(int n) {
  return std::min((n + threads - 1) / threads, (int)CG_MOST_BLOCKS);
}

static __device__ void sum_by_one(real *mine, real *out) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  real sum = 0;
  for (int t = 0; t < threads; t++) sum += mine[t];
  *out = sum;
}

static __global__ void products(int n, const real *x, const real *y, real *partial) {
  __shared__ real mine[threads];
  int blocks = gridDim.x, share = (n + blocks - 1) / blocks; // each block has neighbouring elements
  int end = min(n, (int)(blockIdx.x + 1) * share);
  mine[threadIdx.x] = 0;
  for (int i = blockIdx.x * share + threadIdx.x; i < end; i += threads) {
    mine[threadIdx.x] += x[i] * y[i];
  }
  sum_by_one(mine, partial + blockIdx.x);
}

static __global__ void total(int blocks, const real *partial, real *out) {
  real sum = 0;
  for (int i = 0; i < blocks; i++) sum += partial[i];
  *out = sum;
}

void launch_dot(int num_rows, const real *d_x, const real *d_y, real *d_partial, real *d_sum) {
  const int blocks = blocks_of(num_rows);
  if (blocks == 0) {
    cudaMemset(d_sum, 0, sizeof(real));
    return;
  }
  products<<<blocks, threads>>>(num_rows, d_x, d_y, d_partial);
  total<<<1, 1>>>(blocks, d_partial, d_sum);
}

static __global__ void move(cg_vectors v) {
  __shared__ real rz[threads], rr[threads];
  real my_rz = 0, my_rr = 0;
  for (int i = blockIdx.x * threads + threadIdx.x; i < v.num_rows; i += gridDim.x * threads) {
    const real step = v.scalars[CG_ALPHA], r = v.r[i] - step * v.q[i];
    const real z = v.inverse[i] * r;
    v.r[i] = r;
    v.z[i] = z;
    v.x[i] += step * v.p[i];
    my_rz += z * r;
    my_rr += r * r;
  }
  rz[threadIdx.x] = my_rz;
  rr[threadIdx.x] = my_rr;
  sum_by_one(rz, v.partial + blockIdx.x);
  sum_by_one(rr, v.partial + CG_MOST_BLOCKS + blockIdx.x);
}

void launch_update(const cg_vectors *v) {
  const int blocks = blocks_of(v->num_rows);
  if (blocks > 0) move<<<blocks, threads>>>(*v);
  total<<<1, 1>>>(blocks, v->partial, v->scalars + CG_NEW_RZ);
  total<<<1, 1>>>(blocks, v->partial + CG_MOST_BLOCKS, v->scalars + CG_RR);
}

enum { MOST_WIDTH = 64 };

struct padded {
  int width, *cols, *row_ptr, *col_idx;
  real *slots, *values;
};

template <class T> static T *to_device(const std::vector<T> &from) {
  T *to;
  cudaMalloc((void **)&to, (from.size() + 1) * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

void *make_matrix(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                  const real *values) {
  int width = 0;
  for (int row = 0; row < num_rows; row++) width = std::max(width, row_ptr[row + 1] - row_ptr[row]);
  width = std::min(width, (int)MOST_WIDTH);
  std::vector<int> cols((size_t)width * num_rows, 0);
  std::vector<real> slots((size_t)width * num_rows, 0);
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row], i = 0; k < row_ptr[row + 1] && i < width; k++, i++) {
      cols[(size_t)i * num_rows + row] = col_idx[k];
      slots[(size_t)i * num_rows + row] = values[k];
    }
  }
  return new padded{width,
                    to_device(cols),
                    to_device(std::vector<int>(row_ptr, row_ptr + num_rows + 1)),
                    to_device(std::vector<int>(col_idx, col_idx + nnz)),
                    to_device(slots),
                    to_device(std::vector<real>(values, values + nnz))};
}

static __global__ void multiply(padded a, int num_rows, const real *x, real *y) {
  for (int row = blockIdx.x * threads + threadIdx.x; row < num_rows; row += gridDim.x * threads) {
    real sum = 0;
    for (int i = 0; i < a.width; i++) {
      sum += a.slots[(size_t)i * num_rows + row] * x[a.cols[(size_t)i * num_rows + row]];
    }
    for (int k = a.row_ptr[row] + a.width; k < a.row_ptr[row + 1]; k++) {
      sum += a.values[k] * x[a.col_idx[k]];
    }
    y[row] = sum;
  }
}

void launch_spmv(const void *matrix, int num_rows, const real *d_x, real *d_y) {
  if (num_rows > 0) multiply<<<1000, threads>>>(*(const padded *)matrix, num_rows, d_x, d_y);
}

void free_matrix(void *matrix) {
  padded *a = (padded *)matrix;
  void *all[] = {a->cols, a->row_ptr, a->col_idx, a->slots, a->values};
  for (void *each : all) cudaFree(each);
  delete a;
}

// Before the update, and after it.
static __global__ void scalars(real *s, bool before) {
  real above = before ? s[CG_RZ] : s[CG_NEW_RZ], below = before ? s[CG_PQ] : s[CG_RZ];
  s[before ? CG_ALPHA : CG_BETA] = below > 0 ? above / below : (real)0;
  if (!before) s[CG_RZ] = above;
}

static __global__ void turn(int n, const real *beta, const real *z, real *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = *beta * p[i] + z[i];
}

void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  const int n = v->num_rows;
  for (int i = count; i > 0; i--) {
    parts->spmv(parts->matrix, n, v->p, v->q);
    parts->dot(n, v->p, v->q, v->partial, v->scalars + CG_PQ);
    scalars<<<1, 1>>>(v->scalars, true);
    parts->update(v);
    scalars<<<1, 1>>>(v->scalars, false);
    if (n > 0) turn<<<(n + 511) / 512, 512>>>(n, v->scalars + CG_BETA, v->z, v->p);
  }
}

int solve_cg(const cg_parts *parts, const cg_vectors *v, const real *d_b, real tolerance,
             int most) {
  const int n = v->num_rows;
  std::vector<real> zeros(n, 0), inverse(n), r(n);
  real rr = 0;
  cudaMemcpy(r.data(), d_b, n * sizeof(real), cudaMemcpyDeviceToHost);
  cudaMemcpy(inverse.data(), v->inverse, n * sizeof(real), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) inverse[i] *= r[i];
  cudaMemcpy(v->x, zeros.data(), n * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(v->r, d_b, n * sizeof(real), cudaMemcpyDeviceToDevice);
  for (real *to : {v->z, v->p}) {
    cudaMemcpy(to, inverse.data(), n * sizeof(real), cudaMemcpyHostToDevice);
  }
  parts->dot(n, v->r, v->z, v->partial, v->scalars + CG_RZ);
  parts->dot(n, v->r, v->r, v->partial, v->scalars + CG_RR);
  cudaMemcpy(&rr, v->scalars + CG_RR, sizeof rr, cudaMemcpyDeviceToHost);
  const double limit = (double)tolerance * std::sqrt((double)rr);
  for (int done = 0;; done += 2) {
    if (std::sqrt((double)rr) <= limit || done == most) return done;
    if (done + 1 == most) {
      parts->iterations(parts, v, 1);
      return most;
    }
    parts->iterations(parts, v, 2);
    cudaMemcpy(&rr, v->scalars + CG_RR, sizeof rr, cudaMemcpyDeviceToHost);
  }
}
