// mistake: one-block, line 22
#include "transpose.h"

#define SCAN
#include "rest.h"

static __global__ void scan_blocks(int n, const int *in, int *out) {
  __shared__ int partial[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int own = i < n ? in[i] : 0;
  partial[t] = own;
  for (int step = 1; step < 256; step *= 2) {
    __syncthreads();
    int left = t >= step ? partial[t - step] : 0;
    __syncthreads();
    partial[t] += left;
  }
  if (i <= n) out[i] = partial[t] - own;
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  scan_blocks<<<1, 256>>>(n, d_in, d_out);
}
