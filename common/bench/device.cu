// device.cu: calls that must not fail, and why a format is left out.
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

const char *bench_padding_trouble(const bench_csr *a, long long slots) {
  if (slots > INT_MAX) return bench_reason("padded to %lld slots, more than an int numbers", slots);
  if (slots <= (long long)BENCH_MOST_PADDING * a->nnz + 1024) return NULL;
  return bench_reason("padding would make it %.0f times its entries", (double)slots / a->nnz);
}
