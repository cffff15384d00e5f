//[
// Lab 06, reference solution: rows of a CSR matrix, distributed to vectors of lanes and to warps.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 06: rows of a CSR matrix, distributed to vectors of lanes and to warps.
//| //
//| // warp.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 06      Look at its memory accesses:   ./lab lens 06
//| //
//| // The judge calls the functions of warp.h. The kernels are yours: make them templates, or give
//| // them other parameters, if you like. Keep their names, so that the judge can point at lines.
#include "warp.h"

// Task width: short rows need narrow vectors, long rows wide ones.
int choose_vector_width(int num_rows, int nnz) {
  //[
  if (num_rows == 0) return 2;
  // The division may drop the remainder, because a mean is below a whole number if and only if
  // it still is after rounding down. 64 * num_rows would not fit into an int for the largest
  // matrices.
  int mean = nnz / num_rows;
  return mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32;
  //]
  //|   // TODO(width): work out how long a row is on average, and return the width for it.
  //|   return 0;
}

//[
// The width is a parameter of templates: nvcc knows it when it compiles a kernel. So divisions by
// it become shifts, and the loop over a row is unrolled. If the width is known only when the
// kernel runs, nvcc unrolls less or not at all. Appendix A of the handout shows what that costs.
#define WITH_WIDTH(kernel, vector_width)                                                           \
  ((vector_width) == 2    ? kernel<2>                                                              \
   : (vector_width) == 4  ? kernel<4>                                                              \
   : (vector_width) == 8  ? kernel<8>                                                              \
   : (vector_width) == 16 ? kernel<16>                                                             \
                          : kernel<32>)

// The lanes of this thread's vector, as a mask for shuffles. Only they take part in its exchanges:
// other vectors of the warp may have longer rows, or none.
template <int vector_width> static __device__ unsigned mask_of_vector() {
  int first_lane = threadIdx.x % 32 / vector_width * vector_width;
  // As many ones as the vector has lanes. (1 << 32) - 1 would be undefined: a shift must be < 32.
  return (0xffffffffu >> (32 - vector_width)) << first_lane;
}

// The work of one vector on its row. All its lanes call this, and all leave it together.
template <int vector_width>
static __device__ void work_on_row(int row, const int *row_ptr, const int *col_idx,
                                   const real *values, real alpha, const real *x, real beta,
                                   real *y) {
  unsigned mask = mask_of_vector<vector_width>();
  int lane = threadIdx.x % vector_width; // within the vector
  int end = row_ptr[row + 1];
  real sum = 0;
  // In each iteration the lanes read neighbouring entries: coalesced as far as the row goes.
  for (int k = row_ptr[row] + lane; k < end; k += vector_width) sum += values[k] * x[col_idx[k]];
  // Each lane has a part of the sum. In each iteration the lower half of the lanes adds the sums
  // of the upper half to its own, so half as many lanes remain. The first offset is half a
  // vector, not half a warp.
  for (int offset = vector_width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset, vector_width);
  }
  if (lane > 0) return; // only lane 0 has it all
  // If β is 0, y may hold garbage and must not be read, because 0 times NaN is NaN.
  y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}
//]
// Task static: one vector per row.
//[
template <int vector_width>
__global__ void spmv_static(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  // The number of the vector in the grid. A block has 256 / vector_width of them.
  int vectors_a_block = blockDim.x / vector_width;
  int row = blockIdx.x * vectors_a_block + threadIdx.x / vector_width;
  if (row >= num_rows) return; // true for all lanes of a vector or for none
  work_on_row<vector_width>(row, row_ptr, col_idx, values, alpha, x, beta, y);
}
//]
//| __global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr,
//|                             const int *col_idx, const real *values, real alpha, const real *x,
//|                             real beta, real *y) {
//|   // TODO(static): find this thread's vector and lane; multiply, reduce, and write y.
//| }

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  //[
  // A block keeps its resources until its last row is done; a small block frees them sooner.
  const int threads_per_block = 256;
  int rows_a_block = threads_per_block / vector_width;
  int blocks = num_rows / rows_a_block + (num_rows % rows_a_block != 0);
  if (blocks == 0) return;
  auto kernel = WITH_WIDTH(spmv_static, vector_width);
  kernel<<<blocks, threads_per_block>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                                        d_y);
  //]
  //|   // TODO(static): launch spmv_static with enough blocks for one vector per row.
}

//[
// As many threads as the GPU can hold at once, because each works on many rows. Single attributes
// are quick to read. cudaGetDeviceProperties collects all of them, which can take longer than the
// kernel.
static int blocks_that_fill_the_gpu(int threads_per_block) {
  int device = 0, multiprocessors = 1, threads = 1024;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  return multiprocessors * (threads / threads_per_block);
}
//]
// Task vector: each vector takes a row from the counter, until there is none left.
//[
template <int vector_width>
__global__ void spmv_vector(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  unsigned mask = mask_of_vector<vector_width>();
  int lane = threadIdx.x % vector_width;
  for (;;) {
    int row = 0;
    // One lane takes a row. No other lane gets the same number, because the addition is atomic.
    if (lane == 0) row = atomicAdd(next_row, 1);
    // Without the last argument, the width, all lanes would get the row from lane 0 of the warp.
    row = __shfl_sync(mask, row, 0, vector_width);
    if (row >= num_rows) return;
    work_on_row<vector_width>(row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}
//]
//| __global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr,
//|                             const int *col_idx, const real *values, real alpha, const real *x,
//|                             real beta, real *y, int *next_row) {
//|   // TODO(vector): in a loop, lane 0 of the vector takes a row and passes it to the other lanes.
//| }

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  //[
  const int threads_per_block = 1024;
  auto kernel = WITH_WIDTH(spmv_vector, vector_width);
  kernel<<<blocks_that_fill_the_gpu(threads_per_block), threads_per_block>>>(
      num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y, d_next_row);
  //]
  //|   // TODO(vector): launch spmv_vector with as many blocks as the GPU can hold at once.
}

// Task warp: one atomic for all vectors of a warp.
//[
template <int vector_width>
__global__ void spmv_warp(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                          real alpha, const real *x, real beta, real *y, int *next_row) {
  const unsigned whole_warp = 0xffffffff;
  int lane = threadIdx.x % 32; // within the warp
  int vectors = 32 / vector_width;
  for (;;) {
    int first_row = 0;
    if (lane == 0) first_row = atomicAdd(next_row, vectors);
    first_row = __shfl_sync(whole_warp, first_row, 0);
    if (first_row >= num_rows) return; // the whole warp leaves
    int row = first_row + lane / vector_width;
    // At the end there may be too few rows. Vectors without one must stay, because the next
    // exchange waits for all 32 lanes. Until then, the others must use the mask of their vector.
    if (row < num_rows) {
      work_on_row<vector_width>(row, row_ptr, col_idx, values, alpha, x, beta, y);
    }
  }
}
//]
//| __global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr,
//|                           const int *col_idx, const real *values, real alpha, const real *x,
//|                           real beta, real *y, int *next_row) {
//|   // TODO(warp): like spmv_vector, but lane 0 of the warp takes a row for each of its vectors.
//| }

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  //[
  const int threads_per_block = 1024;
  auto kernel = WITH_WIDTH(spmv_warp, vector_width);
  kernel<<<blocks_that_fill_the_gpu(threads_per_block), threads_per_block>>>(
      num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y, d_next_row);
  //]
  //|   // TODO(warp): launch spmv_warp in the same way.
}
