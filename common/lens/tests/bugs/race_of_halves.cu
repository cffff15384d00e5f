// race_of_halves.cu: a histogram of 16-bit counters, for which there is no atomicAdd.
#include "check.h"

__global__ void kernel(int n, const unsigned char *x, unsigned short *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[x[i]]++; // BUG race bins
}

int main() {
  const int n = 1000;
  unsigned char *d_x;
  unsigned short *d_bins;
  cudaMalloc(&d_x, n);
  cudaMalloc(&d_bins, 256 * sizeof(unsigned short));
  cudaMemset(d_x, 3, n);
  cudaMemset(d_bins, 0, 256 * sizeof(unsigned short));
  kernel<<<8, 128>>>(n, d_x, d_bins);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
