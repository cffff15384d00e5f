// kernels.cuh: kernels whose threads never wait for each other.
#ifndef LENS_BENCH_KERNELS_CUH
#define LENS_BENCH_KERNELS_CUH

// Read-only arrays with or without const: the lens treats the two differently.
template <class Int, class Float>
__global__ void csr_scalar(int rows, Int *row_ptr, Int *col_idx, Float *values, Float *x,
                           float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
  y[row] = sum;
}

// Column-major; a column of -1 fills short rows.
__global__ void ell(int rows, int width, const int *col_idx, const float *values, const float *x,
                    float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; k++) {
    int column = col_idx[k * rows + row];
    if (column >= 0) sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

__global__ void coo(int entries, const int *row_idx, const int *col_idx, const float *values,
                    const float *x, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= entries) return;
  atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}

// Five points of a square.
__global__ void stencil(int side, const float *x, float *y) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  if (column < 1 || column >= side - 1 || row < 1 || row >= side - 1) return;
  int at = row * side + column;
  y[at] = 0.2f * (x[at] + x[at - 1] + x[at + 1] + x[at - side] + x[at + side]);
}

#endif
