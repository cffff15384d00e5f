// mistake: one-thread, line 20, lens only
#include "transpose.h"

#define SCAN
#include "rest.h"

/* There are threads enough, but all except one have nothing to do. */
static __global__ void scan_alone(int n, const int *in, int *out) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    out[i] = sum;
    sum += in[i];
  }
  out[n] = sum;
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int blocks = n / 256 + 1;
  scan_alone<<<blocks, 256>>>(n, d_in, d_out);
}
