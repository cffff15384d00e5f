/* rest.h: the tasks that a wrong file gets right. A file defines COUNT, SCAN, SCATTER or SORTED for
 * the task that it supplies itself, the wrong way, and includes this for the others. */
#ifndef COUNT
__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(count + col_idx[k], 1);
}
#endif

static __global__ void rest_count(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(count + col_idx[k], 1);
}

/* One block: each thread sums a share, then those in front of it. */
static __global__ void rest_scan(int n, const int *in, int *out) {
  __shared__ int sums[1024];
  int share = n / 1024 + 1, begin = threadIdx.x * share, end = min(n, begin + share), sum = 0;
  for (int i = begin; i < end; i++) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (int t = 0; t < (int)threadIdx.x; t++) sum += sums[t];
  for (int i = begin; i < end; i++) {
    out[i] = sum;
    sum += in[i];
  }
  if (threadIdx.x == 1023) out[n] = sum;
}

#ifndef SCAN
void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  rest_scan<<<1, 1024>>>(n, d_in, d_out);
}
#endif

/* What a wrong transpose can build on: the column pointers, and a copy to hand out slots from. */
static inline void rest_col_ptr(int num_cols, int nnz, const int *d_col_idx, int *d_col_ptr) {
  int *count;
  cudaMalloc((void **)&count, (num_cols + 1) * sizeof(int));
  cudaMemset(count, 0, (num_cols + 1) * sizeof(int));
  rest_count<<<nnz / 256 + 1, 256>>>(nnz, d_col_idx, count);
  rest_scan<<<1, 1024>>>(num_cols, count, d_col_ptr);
  cudaFree(count);
}

static inline int *rest_copy(int num_cols, const int *d_col_ptr) {
  int *next;
  cudaMalloc((void **)&next, (num_cols + 1) * sizeof(int));
  cudaMemcpy(next, d_col_ptr, num_cols * sizeof(int), cudaMemcpyDeviceToDevice);
  return next;
}

/* One thread, in the order of CSR: quick to run on the lens, and always right. */
static __global__ void rest_move(int num_rows, const int *row_ptr, const int *col_idx,
                                 const real *values, int *next, int *row_idx, real *csc_values) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col_idx[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

#ifndef SCATTER
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  (void)nnz;
  int *next = rest_copy(num_cols, d_col_ptr);
  rest_move<<<1, 1>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  cudaFree(next);
}
#endif

#ifndef SORTED
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  rest_col_ptr(num_cols, nnz, d_col_idx, d_col_ptr);
  int *next = rest_copy(num_cols, d_col_ptr);
  rest_move<<<1, 1>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  cudaFree(next);
}
#endif
