// Cooperative groups, dynamic and static shared memory, streams, events, constant memory, attributes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include "csr-scalar.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

namespace cg = cooperative_groups;

constexpr int width = 8;
__constant__ float scale[4];
__device__ int visits;
static const char *const names[] = {"asm", "it's fine", "#include <unistd.h>", "a /* b"};
static bool ready;
cudaError_t err; // libraries have a function of this name

// asm("nop"); in a comment; __attribute__((constructor)) too. Is this a question??!
struct __align__(8) entry {
  int column;
  float value;
};

template <int Width>
__global__ void __launch_bounds__(256, 2)
    rows_by_tiles(int num_rows, const int *__restrict__ row_ptr, const int *__restrict__ col_idx,
                  const real *__restrict__ values, const real *__restrict__ x, real *y) {
  extern __shared__ unsigned char dynamic_bytes[];
  __shared__ real partial[256];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<Width>(block);
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / Width;
  real sum = 0;
  if (row < num_rows) {
    for (int i = row_ptr[row] + tile.thread_rank(); i < row_ptr[row + 1]; i += Width) {
      sum += __ldg(&values[i]) * x[col_idx[i]];
    }
  }
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int step = Width / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  if (row < num_rows && tile.thread_rank() == 0) {
    y[row] += sum * (real)fabs(1.0);
    atomicAdd(&visits, 1);
  }
  if (num_rows < 0) printf("%d %p\n", visits, (void *)dynamic_bytes);
}

[[maybe_unused]] static inline __attribute__((always_inline)) int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  cudaStream_t stream;
  cudaEvent_t begin, end;
  float host_scale[4] = {1, 1, 1, 1'000.0f}, took_ms;
  assert(num_rows >= 0);
  if (num_rows == 0) return;
  (void)cudaStreamCreate(&stream);
  (void)cudaEventCreate(&begin);
  (void)cudaEventCreate(&end);
  (void)cudaMemcpyToSymbol(scale, host_scale, sizeof scale);
  (void)cudaEventRecord(begin, stream);
  dim3 grid(ceil_div(num_rows * width, 256)), block(256);
  rows_by_tiles<width>
      <<<grid, block, 64, stream>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  (void)cudaEventRecord(end, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) fprintf(stderr, "%s\n", names[0]);
  (void)cudaEventElapsedTime(&took_ms, begin, end);
  (void)cudaEventDestroy(begin);
  (void)cudaEventDestroy(end);
  (void)cudaStreamDestroy(stream);
  ready = kernel && strlen(names[1]) > 0;
}
