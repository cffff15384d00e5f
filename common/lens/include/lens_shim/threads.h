/* threads.h: indices of a thread, and barriers. */
#ifndef LENS_SHIM_THREADS_H
#define LENS_SHIM_THREADS_H

#include "common.h"

namespace lens_shim {
LENS_INSTRUCTION uint3 thread_index() {
  lens_dim3 index = lens_thread_idx();
  return uint3{index.x, index.y, index.z};
}
LENS_INSTRUCTION uint3 block_index() {
  lens_dim3 index = lens_block_idx();
  return uint3{index.x, index.y, index.z};
}
LENS_INSTRUCTION dim3 block_size() {
  lens_dim3 size = lens_block_dim();
  return dim3(size.x, size.y, size.z);
}
LENS_INSTRUCTION dim3 grid_size() {
  lens_dim3 size = lens_grid_dim();
  return dim3(size.x, size.y, size.z);
}
} // namespace lens_shim

#define threadIdx (lens_shim::thread_index())
#define blockIdx  (lens_shim::block_index())
#define blockDim  (lens_shim::block_size())
#define gridDim   (lens_shim::grid_size())

static const int warpSize = 32;

LENS_INSTRUCTION void __syncthreads() {
  lens_syncthreads();
}
LENS_INSTRUCTION int __syncthreads_count(int predicate) {
  return lens_syncthreads_reduce(LENS_SYNC_COUNT, predicate);
}
LENS_INSTRUCTION int __syncthreads_and(int predicate) {
  return lens_syncthreads_reduce(LENS_SYNC_AND, predicate);
}
LENS_INSTRUCTION int __syncthreads_or(int predicate) {
  return lens_syncthreads_reduce(LENS_SYNC_OR, predicate);
}

LENS_INSTRUCTION void __threadfence() {
  lens_fence();
}
LENS_INSTRUCTION void __threadfence_block() {
  lens_fence_block();
}
LENS_INSTRUCTION void __threadfence_system() {
  lens_fence();
}

LENS_INSTRUCTION void __trap() {
  lens_trap("__trap() was called");
}
LENS_INSTRUCTION void __nanosleep(unsigned) {}

/* Functions for kernels that may start before earlier kernels have ended. On the lens no kernel
 * does. */
LENS_INSTRUCTION void cudaGridDependencySynchronize() {}
LENS_INSTRUCTION void cudaTriggerProgrammaticLaunchCompletion() {}

#if !defined(__clang__)
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif

#endif
