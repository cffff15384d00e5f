// device.cu: calls that must not fail, the device of a run, and why a format is left out.
#include "bench/device.cuh"

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

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
  if (slots > INT_MAX)
    return bench_reason("padding gives %lld slots, more than an int can count", slots);
  if (slots <= (long long)BENCH_MOST_PADDING * a->nnz + 1024) return NULL;
  return bench_reason("padding would make it %.0f times as large as its entries",
                      (double)slots / a->nnz);
}

// Finds the driver's version in a line such as "NVRM version: NVIDIA UNIX x86_64 Kernel Module
// 580.159.04 …": the first word that begins with a digit and has a dot.
static void find_driver(char *out, size_t size) {
  char line[256] = "";
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (file && !fgets(line, sizeof line, file)) line[0] = '\0';
  if (file) (void)fclose(file);
  for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n")) {
    if (word[0] < '0' || word[0] > '9' || !strchr(word, '.')) continue;
    (void)snprintf(out, size, "%s", word);
    return;
  }
}

sl_bench_run bench_describe_run() {
  sl_bench_run run = {};
  static cudaDeviceProp properties; // static, because cudaDeviceProp has about a kilobyte
  int device = 0, version = 0;
  BENCH_MUST(cudaGetDevice(&device));
  BENCH_MUST(cudaGetDeviceProperties(&properties, device));
  BENCH_MUST(cudaRuntimeGetVersion(&version));
  (void)snprintf(run.device, sizeof run.device, "%s", properties.name);
  (void)snprintf(run.cuda, sizeof run.cuda, "%d.%d", version / 1000, version % 1000 / 10);
  find_driver(run.driver, sizeof run.driver);
  time_t now = time(NULL);
  (void)strftime(run.date, sizeof run.date, "%Y-%m-%d", gmtime(&now));
  return run;
}

sl_status bench_find_device() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) return SL_OK;
  return sl_fail(SL_ERR_MISSING, "the CUDA runtime finds no GPU: %s",
                 cudaGetErrorString(cudaGetLastError()));
}
