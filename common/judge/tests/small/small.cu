// small.cu: a right solution, and with one of the macros below a wrong one.
#include "small.h"

static __global__ void multiply(int n, const real *x, const real *y, real *partial) {
  int block = blockIdx.x * blockDim.x + threadIdx.x;
  int first = block * SMALL_BLOCK;
  if (first >= n) return;
  int end = first + SMALL_BLOCK < n ? first + SMALL_BLOCK : n;
  real sum = 0;
#ifdef SCRATCH_READ
  sum = partial[block] * 0;
#endif
  for (int i = first; i < end; i++) sum += x[i] * y[i];
#ifdef SCRATCH_LEFT
  partial[(n + SMALL_BLOCK - 1) / SMALL_BLOCK] = sum;
#endif
  partial[block] = sum;
}

real dot(int n, const real *d_x, const real *d_y, real *d_partial) {
#ifdef UNWRITTEN
  return 0;
#endif
  int blocks = n / SMALL_BLOCK + (n % SMALL_BLOCK != 0);
  if (blocks == 0) return 0;
  real *partial = new real[blocks], sum = 0;
  multiply<<<blocks / SMALL_BLOCK + 1, SMALL_BLOCK>>>(n, d_x, d_y, d_partial);
  cudaMemcpy(partial, d_partial, blocks * sizeof(real), cudaMemcpyDeviceToHost);
#ifdef LAST_BLOCK_MISSED
  blocks -= blocks > 1;
#endif
  for (int i = 0; i < blocks; i++) sum += partial[i];
  delete[] partial;
  return sum;
}

static __global__ void count_keys(int n, const int *keys, int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[keys[i]], 1);
}

int count(int n, const int *d_keys, int *d_bins) {
#ifdef UNWRITTEN
  return -1;
#endif
  int bins[SMALL_BINS], fullest = 0;
  if (n > 0) count_keys<<<n / SMALL_BLOCK + 1, SMALL_BLOCK>>>(n, d_keys, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  for (int i = 1; i < SMALL_BINS; i++) {
    if (bins[i] > bins[fullest]) fullest = i;
  }
#ifdef FULLEST_COUNT
  return bins[fullest];
#else
  return fullest;
#endif
}

// Each element comes after all smaller ones, and after equal ones that precede it.
static __global__ void place(int n, const real *x, int *order) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int before = 0;
  for (int j = 0; j < n; j++) before += x[j] < x[i] || (x[j] == x[i] && j < i);
#ifdef LARGEST_FIRST
  before = n - 1 - before;
#endif
#ifdef ONE_LEFT_OUT
  if (before == n - 1 && n > 1) return;
#endif
  order[before] = i;
#ifdef ONE_TWICE
  if (n > 1 && before == 1) order[before] = 0;
#endif
}

void order(int n, const real *d_x, int *d_order) {
#ifndef UNWRITTEN
  if (n > 0) place<<<n / SMALL_BLOCK + 1, SMALL_BLOCK>>>(n, d_x, d_order);
#endif
}
