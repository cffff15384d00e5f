// grid.cu: a cooperative launch through CUDA's own names: blocks that wait for each other.
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* In each iteration every thread adds its neighbour's number of the previous iteration; the last
 * thread's neighbour is the first. */
__global__ void rounds(int *now, int *before, int n, int count) {
  cg::grid_group grid = cg::this_grid();
  int i = (int)grid.thread_rank();
  for (int round = 0; round < count; round++) {
    before[i] = now[i];
    grid.sync();
    now[i] = before[i] + before[(i + 1) % n];
    grid.sync();
  }
}

int main() {
  const int n = 256;
  int count = 5, h[n], *d_now, *d_before, size = n;
  for (int i = 0; i < n; i++) h[i] = 1;
  cudaMalloc(&d_now, sizeof h);
  cudaMalloc(&d_before, sizeof h);
  cudaMemcpy(d_now, h, sizeof h, cudaMemcpyHostToDevice);
  void *arguments[] = {&d_now, &d_before, &size, &count};
  cudaError_t error = cudaLaunchCooperativeKernel((const void *)rounds, 4, n / 4, arguments, 0, 0);
  if (error != cudaSuccess) return 1;
  cudaMemcpy(h, d_now, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    if (h[i] != 32) return 1;
  }
  cudaFree(d_now);
  cudaFree(d_before);
  return check_annotations(__FILE__);
}
