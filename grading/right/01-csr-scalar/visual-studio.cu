
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#include <stdio.h>
#include "csr-scalar.h"

// Like a program from Visual Studio's template: a byte order mark, quoted headers, and
// lines that end in CR LF.

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y)
{
    for (int row = 0; row < num_rows; row++)
    {
        real dot = 0;
        for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++)
            dot += values[k] * x[col_idx[k]];
        y[row] += dot;
    }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y)
{
    const int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row < num_rows)
    {
        real dot = 0;
        for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++)
            dot += values[k] * x[col_idx[k]];
        y[row] += dot;
    }
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y)
{
    if (num_rows == 0)
        return;
    const int block = 128;
    const int grid = (num_rows - 1) / block + 1;
    kernel<<<grid, block>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess)
        fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(status));
}
