/* launch.c: launching through a pointer, and the settings of a launch between its two halves. */
#include "api.h"

#include "lens/include/lens_shim/pending.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A launch's arguments may call a function that launches; nobody nests that deep. */
enum { MAX_NESTED = 64 };
static _Thread_local lens_launch pending[MAX_NESTED];
static _Thread_local int num_pending;

void lens_push_launch(const lens_launch *settings) {
  if (num_pending == MAX_NESTED) {
    /* also when exceptions left the arguments of that many launches */
    (void)fprintf(stderr, "lens: more than %d launches nested in one another\n", MAX_NESTED);
    abort();
  }
  pending[num_pending++] = *settings;
}

void lens_pop_launch(lens_launch *settings) {
  *settings = pending[--num_pending];
}

static lens_dim3 to_lens(dim3 size) {
  return (lens_dim3){size.x, size.y, size.z};
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return (cudaError_t)lens_run_function(function, to_lens(grid), to_lens(block), arguments,
                                        shared_bytes, stream, 0);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  return (cudaError_t)lens_run_function(function, to_lens(grid), to_lens(block), arguments,
                                        shared_bytes, stream, 1);
}

/* The launch itself checks how much is asked for. */
cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attr, int value) {
  int most = 0;
  if (!function || value < -1) return lens_api_error(cudaErrorInvalidValue);
  (void)cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  bool shared = attr == cudaFuncAttributeMaxDynamicSharedMemorySize;
  return shared && value > most ? lens_api_error(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config) {
  (void)config;
  return function ? cudaSuccess : lens_api_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function) {
  if (!attributes) return lens_api_error(cudaErrorInvalidValue);
  if (!function) return lens_api_error(cudaErrorInvalidDeviceFunction);
  *attributes = (struct cudaFuncAttributes){.maxThreadsPerBlock = 1024,
                                            .ptxVersion = 80,
                                            .binaryVersion = 80,
                                            .maxDynamicSharedSizeBytes = 48 * 1024};
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t shared_bytes) {
  if (!blocks || !function || block_size < 1) return lens_api_error(cudaErrorInvalidValue);
  *blocks = lens_occupancy((unsigned)block_size, shared_bytes);
  return cudaSuccess;
}
