//[
// Lab 00, reference solution: first kernels.
//
// The skeleton that students get is made from this file: the lines between the bracket comments are
// left out, and the text of bar comments is put in.
//]
//| // Lab 00: first kernels.
//| //
//| // warm-up.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 00      Look at its memory accesses:   ./lab lens 00
#include "warm-up.h"

// Task add: one thread per element.
__global__ void add(int n, const real *x, real *y) {
  //[
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return; // the last block has more threads than there are elements left
  y[i] += x[i];
  //]
  //|   // TODO(add): compute this thread's number i, and check that element i exists; then add.
}

// Tasks arrays and errors: a kernel runs on two arrays of the host.
cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y) {
  //[
  size_t bytes = n * sizeof(real);
  real *d_x = NULL, *d_y = NULL;
  cudaError_t error = cudaMalloc((void **)&d_x, bytes);
  if (error == cudaSuccess) error = cudaMalloc((void **)&d_y, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess && n > 0) { // CUDA refuses a launch without blocks
    int blocks = (int)((n + WARM_UP_BLOCK - 1) / WARM_UP_BLOCK);
    kernel<<<blocks, WARM_UP_BLOCK>>>((int)n, d_x, d_y);
    error = cudaGetLastError(); // a launch returns nothing: this says whether it was accepted
  }
  // Waits for the kernel; so this call also returns the errors that happened in it.
  if (error == cudaSuccess) error = cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_x); // does nothing if the pointer is NULL
  cudaFree(d_y);
  return error;
  //]
  //|   // TODO(arrays): allocate d_x and d_y, copy, launch enough blocks, copy back, free.
  //|   // TODO(errors): look at what each call returns. After an error, free and return the error.
  //|   return cudaErrorNotYetImplemented;
}

// Task sums: one sum per block.
__global__ void block_sums(int n, const real *x, real *sums) {
  //[
  __shared__ real partial[WARM_UP_BLOCK];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? x[i] : 0; // a thread without a number also takes part in barriers
  // In each step the first `half` threads add the numbers of the threads after them.
  for (int half = WARM_UP_BLOCK / 2; half > 0; half /= 2) {
    __syncthreads(); // all have written what is read now
    if (t < half) partial[t] += partial[t + half];
  }
  // Thread 0 wrote partial[0] itself, so no barrier is needed here.
  if (t == 0 && i < n) sums[blockIdx.x] = partial[0];
  //]
  //|   // TODO(sums): each thread puts its number, or 0, into shared memory. Then 128 threads add a
  //|   // number each, then 64, down to 1, with a barrier before each step.
}

// Task scan: running sums within each block.
__global__ void block_scan(int n, const real *x, real *y) {
  //[
  __shared__ real partial[WARM_UP_BLOCK];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? x[i] : 0;
  // After the step, partial[t] is the sum of the 2·step numbers that end with t's own.
  for (int step = 1; step < WARM_UP_BLOCK; step *= 2) {
    __syncthreads(); // all have written what is read now …
    real left = t >= step ? partial[t - step] : 0;
    __syncthreads(); // … and all have read it before it changes
    partial[t] += left;
  }
  if (i < n) y[i] = partial[t];
  //]
  //|   // TODO(scan): each thread puts its number, or 0, into shared memory. For step = 1, 2, 4,
  //|   // ... it adds the sum that is `step` places to its left: barrier, read, barrier, add.
}

// Task warp: one sum per warp, without shared memory.
__global__ void warp_sums(int n, const real *x, real *sums) {
  //[
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  real sum = i < n ? x[i] : 0; // no return before the shuffles: all 32 lanes take part
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < n) sums[i / 32] = sum;
  //]
  //|   // TODO(warp): five shuffles add the numbers of the 32 lanes; lane 0 writes the sum.
}
