// hang_after_cause.cu: a row is passed on by a shuffle that names a lane which is absent; then
// the threads wait for a row that never comes. The cause is after the loop, and is shown first.
#include "check.h"

#include "lens/lens.h"

__device__ int next_row(int *counter);

__global__ void kernel(int rows, int *counter, float *y) {
  if (threadIdx.x >= 8) return;
  int row = next_row(counter);
  while (row < rows) {        // rows are taken, but the loop never reaches their end
    y[row < 0 ? 0 : row] = 1; // BUG hang
    row = row < rows - 1 ? next_row(counter) % rows : row;
  }
}

__device__ int next_row(int *counter) {
  int row = 0;
  if (threadIdx.x == 0) row = atomicMax(counter, 0);
  return __shfl_sync(0xff, row, 8); // BUG bad shuffle source
}

int main() {
  int *d_counter;
  float *d_y;
  cudaMalloc(&d_counter, sizeof(int));
  cudaMalloc(&d_y, 64 * sizeof(float));
  cudaMemset(d_counter, 0, sizeof(int));
  cudaMemset(d_y, 0, 64 * sizeof(float));
  kernel<<<1, 32>>>(64, d_counter, d_y);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  if (lens_num_findings() == 0 || lens_get_finding(0)->kind != LENS_BAD_SHUFFLE) return 1;
  return check_annotations(__FILE__);
}
