// plain.cc: the same kernels compiled as ordinary C++ and called in a loop over their threads: what
// they cost when nobody looks. LENS_THREADS host threads share the blocks, as on the lens.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "bench.h"

#define __global__ static

struct extent {
  unsigned x, y;
};
static thread_local extent threadIdx, blockIdx;
static const extent blockDim = {BENCH_BLOCK, 1};

static void atomicAdd(float *address, float value) {
  float old = *address, sum;
  do {
    sum = old + value;
  } while (
      !__atomic_compare_exchange(address, &old, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

#include "kernels.cuh"

int lens_bench_upload(const bench_data *host, bench_data *device) {
  *device = *host;
  for (int i = 0; i < NUM_ARRAYS; i++) {
    if (host->bytes[i] == 0) continue;
    device->array[i] = malloc(host->bytes[i]);
    if (!device->array[i]) return 1;
    memcpy(device->array[i], host->array[i], host->bytes[i]);
  }
  return 0;
}

void lens_bench_free(const bench_data *device) {
  for (int i = 0; i < NUM_ARRAYS; i++) {
    if (device->bytes[i]) free(device->array[i]);
  }
}

int lens_bench_download(const bench_data *device, bench_data *host) {
  memcpy(host->array[Y], device->array[Y], host->bytes[Y]);
  return 0;
}

template <class Kernel> static void run_block(extent block, Kernel kernel) {
  blockIdx = block;
  for (unsigned t = 0; t < BENCH_BLOCK; t++) {
    threadIdx.x = t;
    kernel();
  }
}

template <class Kernel> static int run(int threads_x, int threads_y, Kernel kernel) {
  unsigned across = (threads_x + BENCH_BLOCK - 1) / BENCH_BLOCK;
  unsigned blocks = across * threads_y;
  std::atomic<unsigned> next{0};
  auto work = [&] {
    for (unsigned block; (block = next++) < blocks;) {
      run_block({block % across, block / across}, kernel);
    }
  };
  const char *wanted = getenv("LENS_THREADS");
  unsigned count = wanted ? atoi(wanted) : std::thread::hardware_concurrency();
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < count; i++) helpers.emplace_back(work);
  work();
  for (std::thread &helper : helpers) helper.join();
  return 0;
}

int lens_bench_launch(const char *kind, const bench_data *it) {
  const int *row_ptr = (const int *)it->array[ROW_PTR], *row_idx = (const int *)it->array[ROW_IDX];
  const int *col_idx = (const int *)it->array[COL_IDX];
  const float *values = (const float *)it->array[VALUES], *x = (const float *)it->array[X];
  float *y = (float *)it->array[Y];
  int n = it->size, width = it->width;
  if (strcmp(kind, "csr-scalar") == 0 || strcmp(kind, "csr-no-const") == 0) {
    return run(n, 1, [=] { csr_scalar(n, row_ptr, col_idx, values, x, y); });
  }
  if (strcmp(kind, "ell") == 0) {
    return run(n, 1, [=] { ell(n, width, col_idx, values, x, y); });
  }
  if (strcmp(kind, "coo") == 0) {
    return run(width, 1, [=] { coo(width, row_idx, col_idx, values, x, y); });
  }
  if (strcmp(kind, "stencil") == 0) return run(n, n, [=] { stencil(n, x, y); });
  return 2;
}

unsigned long long lens_bench_accesses() {
  return 0;
}
