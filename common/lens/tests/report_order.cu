// report_order.cu: the order of findings, and their counts. An access of 8 or 16 bytes counts once;
// leaks come last; a hang comes after its causes.
#include "check.h"
#include "lens/lens.h"

#include <cstdio>

__global__ void wide(const double *x, float4 *y, double *z) {
  int i = threadIdx.x;
  z[i] = x[i];                                      // BUG uninitialised read x
  y[0] = make_float4(i, (float)z[i ^ 1], 0.f, 1.f); // BUG race y // BUG race z
}

/* The shuffle is wrong, so the loop, which is above it in the source, never ends. */
__global__ void lost(volatile int *flag) {
  for (int turn = 0;; turn++) {
    while (turn > 0 && flag[0] == 0) continue; // BUG hang
    if (threadIdx.x >= 16) return;
    if (turn > 0) return;
    int from = __shfl_sync(0xffffffffu, 5, 20); // BUG bad shuffle source
    if (from == 5) return;
  }
}

int main() {
  double *x, *z;
  float4 *y;
  cudaMalloc(&x, 32 * sizeof *x); // BUG leak x
  cudaMalloc(&y, 32 * sizeof *y); // BUG leak y
  cudaMalloc(&z, 32 * sizeof *z); // BUG leak z
  wide<<<1, 32>>>(x, y, z);
  lens_find_leaks();
  int *flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  lost<<<1, 32>>>(flag); // BUG unread error
  int status = check_at_end(__FILE__);
  struct {
    lens_finding_kind kind;
    unsigned long long count;
  } wanted[] = {{LENS_UNINITIALISED_READ, 32},
                {LENS_RACE, 32},
                {LENS_RACE, 31},
                {LENS_BAD_SHUFFLE, 16},
                {LENS_HANG, 1},
                {LENS_UNREAD_ERROR, 1},
                {LENS_LEAK, 1},
                {LENS_LEAK, 1},
                {LENS_LEAK, 1}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    const lens_finding *it = lens_get_finding(i);
    if (it->kind == wanted[i].kind && it->count == wanted[i].count) continue;
    fprintf(stderr, "finding %zu is a %s, %llu times\n", i, lens_finding_name(it->kind), it->count);
    status = 1;
  }
  return status;
}
