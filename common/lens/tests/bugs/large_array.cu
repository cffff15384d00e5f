// large_array.cu: a table of 300 KB in each thread, while the other threads of the block wait.
#include "check.h"

constexpr int num_rows = 75000;

__device__ __noinline__ int row_of(const int *row_ptr, int rows, int entry) {
  int first[num_rows]; // BUG stack overflow
  for (int row = 0; row < rows; row++) first[row] = row_ptr[row];
  int row = 0;
  while (row + 1 < rows && first[row + 1] <= entry) row++;
  return row;
}

__global__ void kernel(int rows, const int *row_ptr, int *row_of_entry) {
  __shared__ int seen;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) seen = 0;
  __syncthreads();
  atomicAdd(&seen, 1);
  __syncthreads();
  if (i % 64 == 40) row_of_entry[i] = row_of(row_ptr, rows, i);
}

int main() {
  const int rows = 4, row_ptr[rows] = {0, 30, 60, 90};
  int *d_row_ptr, *d_row_of_entry;
  cudaMalloc(&d_row_ptr, sizeof row_ptr);
  cudaMalloc(&d_row_of_entry, 128 * sizeof(int));
  cudaMemcpy(d_row_ptr, row_ptr, sizeof row_ptr, cudaMemcpyHostToDevice);
  kernel<<<2, 64>>>(rows, d_row_ptr, d_row_of_entry);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
