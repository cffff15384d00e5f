// mistake: computed-by-host, line 30, lens only
#include "transpose.h"

#define SCAN
#include "rest.h"

/* All sums but the last are a kernel's. */
static __global__ void scan_share(int n, const int *in, int *out) {
  __shared__ int sums[1024];
  int share = n / 1024 + 1, begin = threadIdx.x * share, end = min(n, begin + share), sum = 0;
  for (int i = begin; i < end; i++) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (int t = 0; t < (int)threadIdx.x; t++) sum += sums[t];
  for (int i = begin; i < end; i++) {
    out[i] = sum;
    sum += in[i];
  }
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int last[2] = {0, 0};
  if (n > 0) {
    scan_share<<<1, 1024>>>(n, d_in, d_out);
    cudaMemcpy(&last[0], d_in + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&last[1], d_out + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
  }
  int total = last[0] + last[1];
  cudaMemcpy(d_out + n, &total, sizeof(int), cudaMemcpyHostToDevice);
}
