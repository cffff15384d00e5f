// mistake: turns-not-stable, line 54
#include "transpose.h"

#define SORTED
#include "rest.h"

static __global__ void number_entries(int nnz, const int *col_idx, int *keys, int *entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nnz) return;
  keys[i] = col_idx[i];
  entries[i] = i;
}

static __global__ void flag_zeros(int nnz, const int *keys, int bit, int *flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) flags[i] = !(keys[i] >> bit & 1);
}

static __global__ void split(int nnz, const int *keys, const int *entries, int bit,
                             const int *zeros_before, int *new_keys, int *new_entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nnz) return;
  int ones_before = i - zeros_before[i];
  int place = keys[i] >> bit & 1 ? nnz - 1 - ones_before : zeros_before[i];
  new_keys[place] = keys[i];
  new_entries[place] = entries[i];
}

static __global__ void gather(int num_rows, int nnz, const int *row_ptr, const real *values,
                              const int *entries, int *row_idx, real *csc_values) {
  int slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= nnz) return;
  int k = entries[slot], first = 0, last = num_rows - 1;
  while (first < last) {
    int middle = last - (last - first) / 2;
    if (row_ptr[middle] <= k) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  row_idx[slot] = first;
  csc_values[slot] = values[k];
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  rest_col_ptr(num_cols, nnz, d_col_idx, d_col_ptr);
  if (nnz == 0) return;
  int blocks = (nnz + 255) / 256, *memory, *part[6];
  cudaMalloc((void **)&memory, 6 * (nnz + 1) * sizeof(int));
  for (int i = 0; i < 6; i++) part[i] = memory + i * (nnz + 1);
  number_entries<<<blocks, 256>>>(nnz, d_col_idx, part[0], part[1]);
  int turn = 0;
  for (int bit = 0; (num_cols - 1) >> bit > 0; bit++, turn ^= 2) {
    int *keys = part[turn], *entries = part[turn + 1];
    flag_zeros<<<blocks, 256>>>(nnz, keys, bit, part[4]);
    launch_exclusive_scan(nnz, part[4], part[5]);
    split<<<blocks, 256>>>(nnz, keys, entries, bit, part[5], part[turn ^ 2], part[(turn ^ 2) + 1]);
  }
  gather<<<blocks, 256>>>(num_rows, nnz, d_row_ptr, d_values, part[turn + 1], d_row_idx,
                          d_csc_values);
  cudaFree(memory);
}
