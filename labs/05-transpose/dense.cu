// Transposes a dense matrix in three ways, to compare with: a program of its own.
//
//   ./lab lens labs/05-transpose/dense.cu 256      the counters of each way, on the CPU
//   nvcc -O3 labs/05-transpose/dense.cu -o dense && ./dense 8192 30      times, on a GPU
//
// The first number is the number of rows and columns, the second how often each way is timed; with
// 0, the default, nothing is timed. Every result is checked, element by element.
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

enum { TILE = 32, STRIPES = 8 }; // 32 × 8 threads move a tile of 32 × 32 elements

// Reads along rows and writes along columns: reads are adjacent, writes are n elements apart.
__global__ void through_global(int n, const float *in, float *out) {
  int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = threadIdx.y; i < TILE; i += STRIPES) {
    int row = blockIdx.y * TILE + i;
    if (row < n && col < n) out[(size_t)col * n + row] = in[(size_t)row * n + col];
  }
}

// Reads and writes of global memory are adjacent: the tile is transposed in shared memory. There
// its columns are read, 32 words apart, so that all words are in the same bank.
__global__ void through_shared(int n, const float *in, float *out) {
  __shared__ float tile[TILE][TILE];
  int col = blockIdx.x * TILE + threadIdx.x, top = blockIdx.y * TILE;
  for (int i = threadIdx.y; i < TILE; i += STRIPES) {
    if (top + i < n && col < n) tile[i][threadIdx.x] = in[(size_t)(top + i) * n + col];
  }
  __syncthreads();
  int new_col = blockIdx.y * TILE + threadIdx.x, new_top = blockIdx.x * TILE;
  for (int i = threadIdx.y; i < TILE; i += STRIPES) {
    if (new_top + i < n && new_col < n) {
      out[(size_t)(new_top + i) * n + new_col] = tile[threadIdx.x][i];
    }
  }
}

// One word more in each row of the tile: neighbours in a column are 33 words apart, and so in
// neighbouring banks.
__global__ void through_padded(int n, const float *in, float *out) {
  __shared__ float padded[TILE][TILE + 1];
  int col = blockIdx.x * TILE + threadIdx.x, top = blockIdx.y * TILE;
  for (int i = threadIdx.y; i < TILE; i += STRIPES) {
    if (top + i < n && col < n) padded[i][threadIdx.x] = in[(size_t)(top + i) * n + col];
  }
  __syncthreads();
  int new_col = blockIdx.y * TILE + threadIdx.x, new_top = blockIdx.x * TILE;
  for (int i = threadIdx.y; i < TILE; i += STRIPES) {
    if (new_top + i < n && new_col < n) {
      out[(size_t)(new_top + i) * n + new_col] = padded[threadIdx.x][i];
    }
  }
}

typedef void transposition(int n, const float *in, float *out);

static void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "dense: %s: %s\n", what, cudaGetErrorString(error));
  exit(1);
}

static int by_value(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return (a > b) - (a < b);
}

// The median of `samples` launches, in milliseconds; memory is allocated, and code is loaded,
// before the first one.
static float time_ms(transposition *kernel, dim3 grid, dim3 block, int n, const float *d_in,
                     float *d_out, int samples) {
  cudaEvent_t start, stop;
  float *times = (float *)malloc(samples * sizeof *times);
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  for (int i = 0; i < samples; i++) {
    check(cudaEventRecord(start, 0), "start");
    kernel<<<grid, block>>>(n, d_in, d_out);
    check(cudaEventRecord(stop, 0), "stop");
    check(cudaEventSynchronize(stop), "launch");
    check(cudaEventElapsedTime(&times[i], start, stop), "time");
  }
  qsort(times, samples, sizeof *times, by_value);
  float median = times[samples / 2];
  free(times);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median;
}

static size_t count_wrong(int n, const float *in, const float *out) {
  size_t wrong = 0;
  for (int row = 0; row < n; row++) {
    for (int col = 0; col < n; col++) {
      wrong += !(out[(size_t)col * n + row] == in[(size_t)row * n + col]);
    }
  }
  return wrong;
}

// Returns whether all elements are in their places.
static bool try_one(const char *name, transposition *kernel, int n, const float *in,
                    const float *d_in, float *d_out, int samples) {
  size_t bytes = (size_t)n * n * sizeof(float);
  dim3 block(TILE, STRIPES), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  float *out = (float *)malloc(bytes);
  check(cudaMemset(d_out, 0xff, bytes), "poison"); // NaN: an element that is never written fails
  kernel<<<grid, block>>>(n, d_in, d_out);
  check(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost), name);
  size_t wrong = count_wrong(n, in, out);
  free(out);
  printf("%-16s %zu of %zu elements wrong", name, wrong, (size_t)n * n);
  if (samples > 0) {
    float ms = time_ms(kernel, grid, block, n, d_in, d_out, samples);
    printf(", %.3f ms, %.1f GB/s", ms, 2e-6 * bytes / ms);
  }
  printf("\n");
  return wrong == 0;
}

int main(int count, char **arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 256;
  int samples = count > 2 ? atoi(arguments[2]) : 0;
  if (n < 1 || n > 32768 || samples < 0) {
    fprintf(stderr, "usage: dense [ROWS [SAMPLES]]   with 1 to 32768 rows\n");
    return 2;
  }
  size_t bytes = (size_t)n * n * sizeof(float);
  float *in = (float *)malloc(bytes), *d_in, *d_out;
  check(cudaMalloc((void **)&d_in, bytes), "memory");
  check(cudaMalloc((void **)&d_out, bytes), "memory");
  for (size_t i = 0; i < (size_t)n * n; i++) in[i] = (float)(i % 16777213); // floats hold these
  check(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice), "upload");
  bool right = try_one("through global", through_global, n, in, d_in, d_out, samples);
  right = try_one("through shared", through_shared, n, in, d_in, d_out, samples) && right;
  right = try_one("through padded", through_padded, n, in, d_in, d_out, samples) && right;
  cudaFree(d_in);
  cudaFree(d_out);
  free(in);
  return right ? 0 : 1;
}
