// device.cu: calls that must not fail, and memory of the device.
#include "bench/device.cuh"

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

void bench_must(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(error));
  exit(3);
}

const char *bench_reason(const char *format, ...) {
  static char texts[8][160];
  static int next;
  char *text = texts[next++ % 8];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof texts[0], format, arguments);
  va_end(arguments);
  return text;
}

void *device_memory::take_bytes(size_t bytes) {
  void *memory = NULL;
  if (failed) return NULL;
  if (cudaMalloc(&memory, bytes + 16) != cudaSuccess) { // an address also for no bytes
    (void)cudaGetLastError();
    failed = true;
    return NULL;
  }
  taken.push_back(memory);
  return memory;
}

void *device_memory::upload_bytes(const void *from, size_t bytes) {
  void *to = take_bytes(bytes);
  if (to && bytes > 0) BENCH_MUST(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
  return to;
}

device_memory::~device_memory() {
  for (void *memory : taken) (void)cudaFree(memory);
}

const char *bench_padding_trouble(const bench_csr *a, long long slots) {
  if (slots > INT_MAX) return bench_reason("padded to %lld slots, more than an int numbers", slots);
  if (slots <= (long long)BENCH_MOST_PADDING * a->nnz + 1024) return NULL;
  return bench_reason("padding would make it %.0f times its entries", (double)slots / a->nnz);
}
