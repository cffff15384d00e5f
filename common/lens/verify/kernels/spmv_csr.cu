// spmv_csr.cu: y = A x in CSR: one thread, one warp or one block per row.
#include "sparse.h"

__global__ void csr_scalar(int n, const int *row_ptr, const int *col_idx, const float *values,
                           const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  int end = row_ptr[row + 1];
  for (int k = row_ptr[row]; k < end; k++) {
    int column = col_idx[k];
    float value = values[k];
    sum += value * x[column];
  }
  y[row] = sum;
}

__global__ void csr_vector(int n, const int *row_ptr, const int *col_idx, const double *values,
                           const double *x, double *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= n) return;
  double sum = 0;
  int end = row_ptr[row + 1];
  for (int k = row_ptr[row] + lane; k < end; k += 32) {
    int column = col_idx[k];
    double value = values[k];
    sum += value * x[column];
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0) y[row] = sum;
}

__global__ void csr_block(int n, const int *row_ptr, const int *col_idx, const float *values,
                          const float *x, float *y) {
  __shared__ float part[64];
  int row = blockIdx.x, me = threadIdx.x;
  float sum = 0;
  int end = row_ptr[row + 1];
  for (int k = row_ptr[row] + me; k < end; k += 64) {
    int column = col_idx[k];
    float value = values[k];
    sum += value * x[column];
  }
  part[me] = sum;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (me < half) {
      part[me] += part[me + half];
    }
    __syncthreads();
  }
  if (me == 0) y[row] = part[0];
}

static void run_input(int input) {
  sparse a = make_sparse(input);
  int n = a.num_rows;
  int *row_ptr = upload(a.row_ptr, n + 1), *col_idx = upload(a.col_idx, a.nnz);
  float *values = upload_random<float>(a.nnz, 9), *x = upload_random<float>(a.num_columns, 9);
  csr_scalar<<<blocks_for(n, 128), 128>>>(n, row_ptr, col_idx, values, x, upload<float>(NULL, n));
  csr_vector<<<blocks_for(32 * n, 128), 128>>>(n, row_ptr, col_idx, upload_random<double>(a.nnz, 9),
                                               upload_random<double>(a.num_columns, 9),
                                               upload<double>(NULL, n));
  csr_block<<<n, 64>>>(n, row_ptr, col_idx, values, x, upload<float>(NULL, n));
}
