// histogram_global.cu: counts values with atomics on global memory: by ones, and weighted.
#include "inputs.h"

#define BLOCK 256
#define BINS  64

__global__ void histogram(int n, const int *value, int *bin) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    int at = value[i];
    atomicAdd(&bin[at], 1);
  }
}

__global__ void histogram_weighted(int n, const int *value, const double *weight, double *bin) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    int at = value[i];
    double w = weight[i];
    atomicAdd(&bin[at], w);
  }
}

static void run_input(int input) {
  int n = input_size[input];
  int used = input == 2 ? 1 : BINS >> (4 - input); /* on one input, all values fall into one bin */
  int *value = upload_random<int>(n, used);
  histogram<<<blocks_for(n, BLOCK), BLOCK>>>(n, value, upload<int>(NULL, BINS));
  histogram_weighted<<<5, BLOCK>>>(n, value, upload_random<double>(n, 9), upload<double>(NULL, BINS));
}
