//[
// Lab 05, reference solution: from CSR to CSC by counting, scan and scatter.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 05: from CSR to CSC by counting, scan and scatter.
//| //
//| // transpose.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 05      Look at its memory accesses:   ./lab lens 05
#include "transpose.h"
//[

enum { BLOCK = 256 }; // threads per block of all kernels below; the scan needs a power of two

// The number of blocks for n threads, rounded up without overflow.
static int blocks_for(int n) {
  return n / BLOCK + (n % BLOCK != 0);
}

// Device memory that is allocated and freed in order with the launches around it, so the host need
// not wait for the device. It has one element more than requested, because the request may be 0.
static int *take_ints(int count) {
  void *memory = NULL;
  cudaMallocAsync(&memory, ((size_t)count + 1) * sizeof(int), 0);
  return (int *)memory;
}

static void give_back(int *memory) {
  cudaFreeAsync(memory, 0);
}
//]

// Task count: how many entries does each column have?
__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  //[
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz) return;
  // Many threads may add to the same column. An atomic reads, adds and writes in one step, so that
  // no other thread's addition is lost in between.
  atomicAdd(&count[col_idx[k]], 1);
  //]
  //|   // TODO(count): count this thread's entry for its column. Other threads may count there too.
}
//[

// Scans the elements of each block separately, and stores the blocks' sums in `sums`. The element
// after the last counts as 0, so out[n], the sum of all, is no special case.
static __global__ void scan_blocks(int n, const int *in, int *out, int *sums) {
  __shared__ int partial[BLOCK];
  int t = threadIdx.x;
  int i = blockIdx.x * BLOCK + t;
  int own = i < n ? in[i] : 0;
  partial[t] = own;
  // After the iteration of `step`, partial[t] is the sum of the 2·step elements that end with t's.
  for (int step = 1; step < BLOCK; step *= 2) {
    __syncthreads(); // all have written what is now read …
    int left = t >= step ? partial[t - step] : 0;
    __syncthreads(); // … and all have read it before it is written again
    partial[t] += left;
  }
  if (i <= n) out[i] = partial[t] - own; // without its own element: exclusive
  if (t == BLOCK - 1) sums[blockIdx.x] = partial[t];
}

static __global__ void add_offsets(int n, const int *offsets, int *out) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i <= n) out[i] += offsets[blockIdx.x];
}
//]

// Task scan: the sum of all elements before each one, and the sum of all.
void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  //[
  int blocks = n / BLOCK + 1; // for n + 1 elements of d_out
  int *sums = take_ints(blocks);
  scan_blocks<<<blocks, BLOCK>>>(n, d_in, d_out, sums);
  if (blocks > 1) {
    // Each block still lacks the sum of all blocks before it. That is an exclusive scan again, of
    // an array that is 256 times shorter. 16 million elements take three levels.
    int *offsets = take_ints(blocks);
    launch_exclusive_scan(blocks, sums, offsets);
    add_offsets<<<blocks, BLOCK>>>(n, offsets, d_out);
    give_back(offsets);
  }
  give_back(sums);
  //]
  //|   // TODO(scan): write kernels that scan blocks in shared memory, and then the sums of the blocks.
}
//[

static __global__ void scatter_rows(int num_rows, const int *row_ptr, const int *col_idx,
                                    const real *values, int *next, int *row_idx, real *csc_values) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    // The atomic gives each thread with an entry in this column a different slot, because it
    // returns the previous value.
    int slot = atomicAdd(&next[col_idx[k]], 1);
    row_idx[slot] = row;
    csc_values[slot] = values[k];
  }
}
//]

// Task scatter: every entry to its column, in any order within the column.
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  //[
  if (nnz == 0) return;
  // next[j] is the next free slot of column j. It is a copy, because in the end it points to the
  // end of the column, but col_ptr must point to the beginning.
  int *next = take_ints(num_cols);
  cudaMemcpyAsync(next, d_col_ptr, num_cols * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  scatter_rows<<<blocks_for(num_rows), BLOCK>>>(num_rows, d_row_ptr, d_col_idx, d_values, next,
                                                d_row_idx, d_csc_values);
  give_back(next);
  //]
  //|   // TODO(scatter): write a kernel that puts each entry into the next free slot of its column.
  //|   // d_col_ptr must stay as it is, so keep the number of that slot somewhere else.
}
//[

// Starts the sort: the keys are the columns, and an entry is identified by its number in CSR.
static __global__ void number_entries(int nnz, const int *col_idx, int *keys, int *entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nnz) return;
  keys[i] = col_idx[i];
  entries[i] = i;
}

// Writes 1 for each key in which this bit is 0, otherwise 0.
static __global__ void flag_zeros(int nnz, const int *keys, int bit, int *flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) flags[i] = !(keys[i] >> bit & 1);
}

// Keys with a 0 go to the front, keys with a 1 after them, and each group keeps its order: a place
// depends on how many keys come before, not on which thread is first.
static __global__ void split(int nnz, const int *keys, const int *entries, int bit,
                             const int *zeros_before, int *new_keys, int *new_entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nnz) return;
  int key = keys[i];
  int ones_before = i - zeros_before[i];
  int place = key >> bit & 1 ? zeros_before[nnz] + ones_before : zeros_before[i];
  new_keys[place] = key;
  new_entries[place] = entries[i];
}

// The row of entry k is the last one that does not begin after k.
static __device__ int row_of(int k, int num_rows, const int *row_ptr) {
  int first = 0, last = num_rows - 1;
  while (first < last) {
    int middle = last - (last - first) / 2;
    if (row_ptr[middle] <= k) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

static __global__ void gather(int num_rows, int nnz, const int *row_ptr, const real *values,
                              const int *entries, int *row_idx, real *csc_values) {
  int slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= nnz) return;
  int k = entries[slot];
  row_idx[slot] = row_of(k, num_rows, row_ptr);
  csc_values[slot] = values[k];
}

static void exchange(int **a, int **b) {
  int *kept = *a;
  *a = *b;
  *b = kept;
}

// Returns the numbers of the entries, sorted by column, and within a column in the order of CSR. A
// radix sort goes from the lowest bit of the columns' numbers to the highest. A pass keeps the
// order of the earlier passes among entries whose bit is equal.
static int *sort_by_column(int num_cols, int nnz, const int *d_col_idx) {
  int *keys = take_ints(nnz), *entries = take_ints(nnz);
  int *new_keys = take_ints(nnz), *new_entries = take_ints(nnz);
  int *flags = take_ints(nnz), *zeros_before = take_ints(nnz);
  int blocks = blocks_for(nnz);
  number_entries<<<blocks, BLOCK>>>(nnz, d_col_idx, keys, entries);
  for (int bit = 0; (num_cols - 1) >> bit > 0; bit++) {
    flag_zeros<<<blocks, BLOCK>>>(nnz, keys, bit, flags);
    launch_exclusive_scan(nnz, flags, zeros_before);
    split<<<blocks, BLOCK>>>(nnz, keys, entries, bit, zeros_before, new_keys, new_entries);
    exchange(&keys, &new_keys);
    exchange(&entries, &new_entries);
  }
  give_back(keys);
  give_back(new_keys);
  give_back(new_entries);
  give_back(flags);
  give_back(zeros_before);
  return entries;
}
//]

// Task sorted: the whole transpose, every column in the order of CSR.
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  //[
  int *count = take_ints(num_cols);
  cudaMemsetAsync(count, 0, num_cols * sizeof(int), 0);
  int blocks = blocks_for(nnz);
  if (blocks > 0) count_columns<<<blocks, BLOCK>>>(nnz, d_col_idx, count);
  launch_exclusive_scan(num_cols, count, d_col_ptr);
  give_back(count);
  if (nnz == 0) return;
  // Counting decides the slots of a sorted array, not the order in which threads happen to arrive.
  // So the same matrix gives the same arrays each time.
  int *entries = sort_by_column(num_cols, nnz, d_col_idx);
  gather<<<blocks, BLOCK>>>(num_rows, nnz, d_row_ptr, d_values, entries, d_row_idx, d_csc_values);
  give_back(entries);
  //]
  //|   // TODO(sorted): count, scan, then scatter in row order. The order of atomics is random.
}
