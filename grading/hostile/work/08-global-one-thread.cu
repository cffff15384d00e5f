// global review one thread does most of the work
// One thread counts all keys.
#include "histogram.h"

static __global__ void count(int n, const int *keys, int *bins) {
  for (int i = 0; i < n; i++) atomicAdd(&bins[keys[i]], 1);
}

void histogram_global(int n, const int *d_keys, int *d_bins) {
  count<<<1, 1>>>(n, d_keys, d_bins);
}

void histogram_shared(int n, const int *d_keys, int *d_bins) {}
