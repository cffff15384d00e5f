// Lab 00: first kernels.
//
// warm-up.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 00      Look at its memory accesses:   ./lab lens 00
#include "warm-up.h"

// Task add: one thread per element.
__global__ void add(int n, const real *x, real *y) {
  // TODO(add): compute this thread's number i, and check that element i exists; then add.
}

// Tasks arrays and errors: a kernel runs on two arrays of the host.
cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y) {
  // TODO(arrays): allocate d_x and d_y, copy, launch enough blocks, copy back, free.
  // TODO(errors): look at what each call returns. After an error, free and return the error.
  return cudaErrorNotYetImplemented;
}

// Task sums: one sum per block.
__global__ void block_sums(int n, const real *x, real *sums) {
  // TODO(sums): each thread puts its number, or 0, into shared memory. Then 128 threads add a
  // number each, then 64, down to 1, with a barrier before each step.
}

// Task scan: running sums within each block.
__global__ void block_scan(int n, const real *x, real *y) {
  // TODO(scan): each thread puts its number, or 0, into shared memory. For step = 1, 2, 4,
  // ... it adds the sum that is `step` places to its left: barrier, read, barrier, add.
}

// Task warp: one sum per warp, without shared memory.
__global__ void warp_sums(int n, const real *x, real *sums) {
  // TODO(warp): five shuffles add the numbers of the 32 lanes; lane 0 writes the sum.
}
