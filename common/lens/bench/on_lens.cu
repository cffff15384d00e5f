// on_lens.cu: runs the benchmark's kernels on the lens.
#include <string.h>

#include "bench.h"
#include "kernels.cuh"
#include "lens/lens.h"
#include "waiting.cuh"

int lens_bench_upload(const bench_data *host, bench_data *device) {
  *device = *host;
  for (int i = 0; i < NUM_ARRAYS; i++) {
    if (host->bytes[i] == 0) continue;
    if (cudaMalloc(&device->array[i], host->bytes[i]) != cudaSuccess) return 1;
    cudaMemcpy(device->array[i], host->array[i], host->bytes[i], cudaMemcpyHostToDevice);
  }
  return 0;
}

void lens_bench_free(const bench_data *device) {
  for (int i = 0; i < NUM_ARRAYS; i++) {
    if (device->bytes[i]) cudaFree(device->array[i]);
  }
}

int lens_bench_download(const bench_data *device, bench_data *host) {
  return cudaMemcpy(host->array[Y], device->array[Y], host->bytes[Y], cudaMemcpyDeviceToHost);
}

static int blocks_for(int threads) {
  return (threads + BENCH_BLOCK - 1) / BENCH_BLOCK;
}

int lens_bench_launch(const char *kind, const bench_data *it) {
  const int *row_ptr = (const int *)it->array[ROW_PTR], *row_idx = (const int *)it->array[ROW_IDX];
  const int *col_idx = (const int *)it->array[COL_IDX];
  const float *values = (const float *)it->array[VALUES], *x = (const float *)it->array[X];
  float *y = (float *)it->array[Y];
  int n = it->size, width = it->width;
  lens_reset();
  if (strcmp(kind, "csr-scalar") == 0) {
    csr_scalar<const int, const float>
        <<<blocks_for(n), BENCH_BLOCK>>>(n, row_ptr, col_idx, values, x, y);
  } else if (strcmp(kind, "csr-no-const") == 0) {
    csr_scalar<int, float><<<blocks_for(n), BENCH_BLOCK>>>(n, (int *)row_ptr, (int *)col_idx,
                                                           (float *)values, (float *)x, y);
  } else if (strcmp(kind, "ell") == 0) {
    ell<<<blocks_for(n), BENCH_BLOCK>>>(n, width, col_idx, values, x, y);
  } else if (strcmp(kind, "coo") == 0) {
    coo<<<blocks_for(width), BENCH_BLOCK>>>(width, row_idx, col_idx, values, x, y);
  } else if (strcmp(kind, "stencil") == 0) {
    stencil<<<dim3(blocks_for(n), n), BENCH_BLOCK>>>(n, x, y);
  } else if (strcmp(kind, "csr-vector") == 0) {
    csr_vector<<<blocks_for(32 * n), BENCH_BLOCK>>>(n, row_ptr, col_idx, values, x, y);
  } else if (strcmp(kind, "reduction") == 0) {
    reduction<<<blocks_for(n), BENCH_BLOCK>>>(n, x, y);
  } else if (strcmp(kind, "product") == 0) {
    int tiles = n / BENCH_TILE;
    product<<<dim3(tiles, tiles), dim3(BENCH_TILE, BENCH_TILE)>>>(n, values, x, y);
  } else if (strcmp(kind, "histogram") == 0) {
    histogram<<<blocks_for(n / 32), BENCH_BLOCK>>>(n, col_idx, (int *)y);
  } else {
    return 2;
  }
  return cudaDeviceSynchronize() != cudaSuccess || lens_num_findings() > 0;
}

unsigned long long lens_bench_accesses() {
  size_t count = lens_num_launches();
  return count ? lens_get_launch(count - 1)->accesses : 0;
}
