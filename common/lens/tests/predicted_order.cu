// predicted_order.cu: dependencies between loads, as seen in the predicted times of kernels with
// one warp each. The memory is cold, so a load that waits for another takes about a microsecond
// more. Run with LENS_DEVICE; the times are printed, and must be the same with any number of
// workers.
#include "lens/lens.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

static const int LANES = 32, LENGTH = 64, FAR = 1024; // ints between rows: no line is shared
static const int MANY = 20000;                        // iterations

// y = the sum of `length` loads whose addresses are known.
__global__ void stream(const int *a, int apart, int length, int *y) {
  int i = threadIdx.x, sum = 0;
  for (int k = 0; k < length; k++) sum += a[k * apart + i];
  y[i] = sum;
}

// The same, by the threads of a block together.
__global__ void stream_by_block(const int *a, int length, int *y) {
  int sum = 0;
  for (int k = threadIdx.x; k < length; k += blockDim.x) sum += a[k];
  y[threadIdx.x] = sum;
}
__global__ void stream_by_int(const int *a, int length, int *y) {
  int sum = 0, step = blockDim.x;
  for (int k = threadIdx.x; k < length; k += step) sum += a[k];
  y[threadIdx.x] = sum;
}

// Each address is the result of the previous load.
__global__ void chase(const int *next, int length, int *y) {
  int at = threadIdx.x;
  for (int k = 0; k < length; k++) at = next[at];
  y[threadIdx.x] = at;
}

__global__ void search(const int *sorted, int length, int *y) {
  int key = threadIdx.x * 1000, low = 0, high = length - 1;
  while (low < high) {
    int middle = high - (high - low) / 2;
    if (sorted[middle] <= key)
      low = middle;
    else
      high = middle - 1;
  }
  y[threadIdx.x] = low;
}

__global__ void csr_scalar(int rows, const int *row_ptr, const int *col_idx, const float *values,
                           const float *x, float *y) {
  int row = threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
  y[row] = sum;
}

__global__ void csr_vector(int rows, const int *row_ptr, const int *col_idx, const float *values,
                           const float *x, float *y) {
  int row = threadIdx.x / 8, lane = threadIdx.x % 8;
  if (row >= rows) return;
  float sum = 0;
  int end = row_ptr[row + 1];
  for (int k = row_ptr[row] + lane; k < end; k += 8) sum += values[k] * x[col_idx[k]];
  for (int offset = 4; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset, 8);
  if (lane == 0) y[row] = sum;
}

__global__ void ell(int width, const int *col_idx, const float *values, const float *x, float *y) {
  int row = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < width; i++) {
    int col = col_idx[i * FAR + row];
    if (col >= 0) sum += values[i * FAR + row] * x[col];
  }
  y[row] = sum;
}

// As far as a compiler knows, the next load may read the stored value.
__global__ void copy(const int *a, int length, int *y) {
  int i = threadIdx.x;
  for (int k = 0; k < length; k++) y[k * FAR + i] = a[k * FAR + i];
}

// The data decide where it ends, so nothing can be loaded in advance.
__global__ void until(const int *a, int apart, int length, int *y) {
  int i = threadIdx.x, sum = 0;
  for (int k = 0; k < length; k++) {
    int value = a[k * apart + i];
    if (value < 0) break;
    sum += value;
  }
  y[i] = sum;
}

// Each lane reads its own elements, `apart` from its neighbour's, from the cache, repeatedly.
__global__ void rows(const int *a, int apart, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < 128; k++) sum += a[i * apart + k % 16];
  y[i] = sum;
}

// All threads add to one word, or each half of a warp to its own word.
__device__ float all_floats;
__global__ void add_to_variable() {
  atomicAdd(&all_floats, 1.0f);
}
template <typename T> __global__ void add(const T *from, T *sums, int own) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[i / 16 * own], from[i]);
}

// Loops of a constant length in another loop: nvcc unrolls them, so that the loads of all their
// iterations come before the first use.
__global__ void in_threes(const int *cols, const float *values, const float *x, int length,
                          float *y) {
  int i = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int first = 0; first < length; first += 3) {
    int col[3];
    float value[3][3];
#pragma unroll
    for (int u = 0; u < 3; u++) {
      col[u] = cols[(first + u) * FAR + i];
#pragma unroll
      for (int k = 0; k < 3; k++) value[u][k] = values[(first + u) * FAR + k * 256 + i];
    }
#pragma unroll
    for (int u = 0; u < 3; u++) {
#pragma unroll
      for (int k = 0; k < 3; k++) sum += value[u][k] * x[col[u] + k];
    }
  }
  y[i] = sum;
}

// Four neighbouring words of a row of a tile are one load if they are aligned.
template <int FIRST> __global__ void rows_of_tile(int times, float *y) {
  __shared__ float tile[64][32];
  int row = threadIdx.x / 16;
  float sum = 0;
  tile[row][threadIdx.x % 16] = tile[row][threadIdx.x % 16 + 16] = 1;
  for (int i = 0; i < times; i++) {
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += tile[row][k + FIRST];
  }
  y[threadIdx.x] = sum;
}

// A branch around a few instructions is not a jump, because they are predicated.
__global__ void scan_steps(int times, float *y) {
  __shared__ float sums[1024];
  int i = threadIdx.x;
  sums[i] = 1;
  for (int k = 0; k < times; k++) {
    __syncthreads();
    if (i >= 512) sums[i] += sums[i - 512];
  }
  y[i] = sums[i];
}

template <typename T> static T *upload(const std::vector<T> &from) {
  T *to;
  cudaMalloc(&to, from.size() * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

static int wrong;

static double last_us() {
  const lens_launch_record *launch = lens_get_launch(lens_num_launches() - 1);
  printf("%s %.6f\n", launch->kernel, launch->prediction.kernel_us);
  if (!launch->prediction.made) {
    fprintf(stderr, "%s: nothing was predicted; is LENS_DEVICE set?\n", launch->kernel);
    wrong++;
  }
  lens_forget_caches();
  return launch->prediction.kernel_us;
}

static void expect(const char *what, double us, double least, double most) {
  if (us >= least && us <= most) return;
  fprintf(stderr, "%s: %.2f us, not %.2f to %.2f\n", what, us, least, most);
  wrong++;
}

// Integer additions to one word are first combined within the warp; float additions are not. Float
// additions to one word wait for each other: 3.5 cycles for each lane of 512 warps.
static void additions(const int *ones) {
  const int blocks = 64, apart = 32; // words: each sum is on a line of its own
  const float *from = (const float *)ones;
  std::vector<int> zeros(blocks * 256 / 16 * apart);
  int *ints = upload(zeros);
  float *floats = (float *)ints;
  add<int><<<blocks, 256>>>(ones, ints, 0);
  expect("integers on one word", last_us(), 0.1, 3);
  add<float><<<blocks, 256>>>(from, floats, 0);
  expect("floats on one word", last_us(), 28, 31);
  add_to_variable<<<blocks, 256>>>();
  expect("floats on one variable", last_us(), 28, 31);
  add<int><<<blocks, 256>>>(ones, ints, apart);
  double one = last_us();
  add<float><<<blocks, 256>>>(from, floats, apart);
  expect("floats on different words", last_us(), 0.99 * one, 1.01 * one);
  cudaFree(ints);
}

// The exit of a loop shows whether it can be unrolled, and is the last step of a warp there.
static void long_loops(int *y) {
  const int apart = LANES, far = MANY * apart;
  int *ones = upload(std::vector<int>(far, 1));
  stream<<<1, LANES>>>(ones, apart, LENGTH, y);
  double some = last_us() / LENGTH;
  stream<<<1, LANES>>>(ones, apart, MANY, y);
  expect("a long stream is no slower than a short one", last_us(), MANY * some / 4,
         MANY * some * 1.2);
#ifndef __clang__
  until<<<1, LANES>>>(ones, apart, LENGTH, y);
  some = last_us() / LENGTH;
  until<<<1, LANES>>>(ones, apart, MANY, y);
  expect("a long search is no faster than a short one", last_us(), MANY * some / 2,
         MANY * some * 1.2);
#endif
  cudaFree(ones);
}

// If tapes take too much memory, only those of some blocks are kept, independent of the host
// thread.
static void few_tapes(const int *a, int *y) {
  const int blocks = 64;
  stream<<<blocks, LANES>>>(a, FAR, LENGTH, y);
  double all_us = last_us();
  const lens_prediction *p = &lens_get_launch(lens_num_launches() - 1)->prediction;
  if (p->num_blocks != blocks || p->recorded_blocks != blocks) {
    fprintf(stderr, "%d of %d blocks are recorded\n", (int)p->recorded_blocks, blocks);
    wrong++;
  }
  lens_set_tape_memory(8 << 10);
  stream<<<blocks, LANES>>>(a, FAR, LENGTH, y);
  expect("some tapes stand for all", last_us(), 0.99 * all_us, 1.01 * all_us);
  p = &lens_get_launch(lens_num_launches() - 1)->prediction;
  printf("%d of %d blocks\n", (int)p->recorded_blocks, (int)p->num_blocks);
  if (p->recorded_blocks < 2 || p->recorded_blocks > blocks / 2) {
    fprintf(stderr, "of too much memory, %d of %d blocks are recorded\n", (int)p->recorded_blocks,
            blocks);
    wrong++;
  }
  lens_set_tape_memory((size_t)1 << 30);
}

template <class T> __global__ void scale(int count, T by, T *y) {
  T x = y[threadIdx.x];
  for (int k = 0; k < count; k++) x = x * by + 1;
  y[threadIdx.x] = x;
}

template <class T> __global__ void divide(int count, T by, T *y) {
  T x = y[threadIdx.x];
  for (int k = 0; k < count; k++) x = by / x;
  y[threadIdx.x] = x;
}

// A division takes 13 instructions, and a fused multiplication and addition takes one, in addition
// to those of the loop. A multiprocessor of this device has half as many units for doubles.
static void arithmetic() {
  float *floats;
  double *doubles;
  cudaMalloc(&floats, 1024 * sizeof *floats);
  cudaMalloc(&doubles, 1024 * sizeof *doubles);
  scale<<<1, 1024>>>(2000, 0.5f, floats);
  double scaled = last_us();
  divide<<<1, 1024>>>(2000, 0.5f, floats);
  double divided = last_us();
  expect("arithmetic: divisions", divided, 2.5 * scaled, 5 * scaled);
  divide<<<1, 1024>>>(2000, 0.5, doubles);
  expect("arithmetic: divisions of doubles", last_us(), 1.15 * divided, 3 * divided);
  cudaFree(floats);
  cudaFree(doubles);
}

// Counts the instructions of loops over shared memory.
static void shared_loops() {
  const int times = 101;
  const double ghz = 1.98;
  float *y;
  cudaMalloc(&y, 1024 * sizeof *y);
  rows_of_tile<0><<<1, 1024>>>(times, y);
  double aligned = last_us();
  rows_of_tile<1><<<1, 1024>>>(times, y);
  double apart = last_us();
  expect("neighbouring words are loaded together", aligned, 0.5 * apart, 0.85 * apart);
  scan_steps<<<1, 1024>>>(1, y);
  double once = last_us();
  scan_steps<<<1, 1024>>>(times, y);
  double cycles = (last_us() - once) / (times - 1) * 1e3 * ghz;
  expect("cycles of a step with a short branch", cycles, 150, 300);
  cudaFree(y);
}

int main() {
  const int cells = LENGTH * FAR + LANES;
  srand(1);
  std::vector<int> ones(cells, 1), next(cells), sorted(1 << 20);
  for (int &to : next) to = (int)((unsigned)rand() % cells);
  for (size_t i = 0; i < sorted.size(); i++) sorted[i] = (int)i;
  std::vector<int> row_ptr(LANES + 1), col_idx(cells);
  for (int i = 0; i <= LANES; i++) row_ptr[i] = i * LENGTH;
  for (int &col : col_idx) col = (int)((unsigned)rand() % cells);
  std::vector<int> ell_col = col_idx;
  for (int k = 0; k < LENGTH; k++) {
    for (int i = 0; i < LANES; i++) {
      if ((k + i) % 7 == 0) ell_col[k * FAR + i] = -1;
    }
  }
  std::vector<float> values(cells, 1), x(cells + 4, 1);
  int *d_ones = upload(ones), *d_next = upload(next), *d_sorted = upload(sorted);
  int *d_row_ptr = upload(row_ptr), *d_col_idx = upload(col_idx), *d_ell_col = upload(ell_col);
  float *d_values = upload(values), *d_x = upload(x), *d_y;
  int *d_out;
  cudaMalloc(&d_y, LANES * sizeof(float));
  cudaMalloc(&d_out, cells * sizeof(int));
  lens_forget_caches();

  chase<<<1, LANES>>>(d_next, LENGTH, d_out);
  double one = last_us() / LENGTH; // a load that waits for the previous one
  stream<<<1, LANES>>>(d_ones, FAR, LENGTH, d_out);
  double streamed = last_us();
  expect("stream: a dozen loads at once", streamed, 2 * one, LENGTH * one / 5);
  stream_by_int<<<1, LANES>>>(d_ones, LENGTH * LANES, d_out);
  streamed = last_us();
  stream_by_block<<<1, LANES>>>(d_ones, LENGTH * LANES, d_out);
  expect("blockDim.x is unsigned: one load after another", last_us(), 3 * streamed,
         LENGTH * one * 1.2);
  copy<<<1, LANES>>>(d_ones, LENGTH, d_out);
  expect("copy: each load waits for a store", last_us(), LENGTH * one / 2, 2 * LENGTH * one);
  until<<<1, LANES>>>(d_ones, FAR, LENGTH, d_out);
#ifdef __clang__// it merges both exits into one, so it is not visible that the data decide
  (void)last_us();
#else
  expect("until: one load after another", last_us(), LENGTH * one / 2, 2 * LENGTH * one);
#endif
  search<<<1, LANES>>>(d_sorted, 1 << 20, d_out);
  expect("search: 20 loads in a row", last_us(), 10 * one, 30 * one);
  csr_scalar<<<1, LANES>>>(LANES, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  expect("CSR scalar: x waits for columns, several at once", last_us(), 4 * one, LENGTH * one);
  csr_vector<<<1, LANES>>>(4, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  expect("CSR vector: x waits for columns, several at once", last_us(), 3 * one, 10 * one);
  ell<<<1, LANES>>>(LENGTH, d_ell_col, d_values, d_x, d_y);
  expect("ELL: values and x wait for columns, several at once", last_us(), LENGTH * one / 6,
         LENGTH * one);
  in_threes<<<1, LANES>>>(d_col_idx, d_values, d_x, 60, d_y);
  expect("written out: two loads in a row for each three columns", last_us(), 20 * one,
         20 * 2.6 * one);
  rows<<<1, 1024>>>(d_ones, 27, d_out);
  double spread = last_us();
  rows<<<1, 1024>>>(d_ones, 32, d_out);
  expect("rows: all lanes in one bank", last_us(), 1.5 * spread, 8 * spread);
  additions(d_ones);
  arithmetic();
  shared_loops();
  long_loops(d_out);
  few_tapes(d_ones, d_out);
  void *const all[] = {d_ones,    d_next,   d_sorted, d_row_ptr, d_col_idx,
                       d_ell_col, d_values, d_x,      d_y,       d_out};
  for (void *it : all) cudaFree(it);
  return wrong != 0;
}
