// mistake: barrier-missing, line 14, lens only
#include "transpose.h"

#define SCAN
#include "rest.h"

static __global__ void scan_blocks(int n, const int *in, int *out, int *sums) {
  __shared__ int partial[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int own = i < n ? in[i] : 0;
  partial[t] = own;
  for (int step = 1; step < 256; step *= 2) {
    __syncthreads();
    int left = t >= step ? partial[t - step] : 0;
    partial[t] += left;
  }
  if (i <= n) out[i] = partial[t] - own;
  if (t == 255) sums[blockIdx.x] = partial[t];
}

static __global__ void add_offsets(int n, const int *offsets, int *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i <= n) out[i] += offsets[blockIdx.x];
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int blocks = n / 256 + 1, *sums, *offsets;
  cudaMalloc((void **)&sums, blocks * sizeof(int));
  cudaMalloc((void **)&offsets, (blocks + 1) * sizeof(int));
  scan_blocks<<<blocks, 256>>>(n, d_in, d_out, sums);
  if (blocks > 1) {
    launch_exclusive_scan(blocks, sums, offsets);
    add_offsets<<<blocks, 256>>>(n, offsets, d_out);
  }
  cudaFree(sums);
  cudaFree(offsets);
}
