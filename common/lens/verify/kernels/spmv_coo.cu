// spmv_coo.cu: y = A x from coordinates, one thread and one atomic per entry, in float and double.
#include "sparse.h"

template <class T>
__global__ void coo(int nnz, const int *row_idx, const int *col_idx, const T *values, const T *x, T *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) {
    int row = row_idx[k];
    int column = col_idx[k];
    T value = values[k];
    T product = value * x[column];
    atomicAdd(&y[row], product);
  }
}

static void run_input(int input) {
  sparse a = make_sparse(input);
  int *rows = (int *)malloc(a.nnz * sizeof(int));
  for (int i = 0; i < a.num_rows; i++) {
    for (int k = a.row_ptr[i]; k < a.row_ptr[i + 1]; k++) rows[k] = i;
  }
  int *row_idx = upload(rows, a.nnz), *col_idx = upload(a.col_idx, a.nnz);
  int blocks = blocks_for(a.nnz, 256);
  coo<<<blocks, 256>>>(a.nnz, row_idx, col_idx, upload_random<float>(a.nnz, 9),
                       upload_random<float>(a.num_columns, 9), upload<float>(NULL, a.num_rows));
  coo<<<blocks, 256>>>(a.nnz, row_idx, col_idx, upload_random<double>(a.nnz, 9),
                       upload_random<double>(a.num_columns, 9), upload<double>(NULL, a.num_rows));
}
