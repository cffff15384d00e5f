/* backend_gpu.c: the worker on a GPU, which checks redzones and measures device time. */
#include "internal.h"

#include <cuda_runtime_api.h>

#include <stdint.h>

/* Makes the device's memory pool keep memory from cudaFreeAsync for the next launch. Otherwise each
 * synchronization would return it to the system. Two samples always have a synchronization between
 * them, so each sample would include the time to get the memory again. A device without pools has
 * nothing to keep. */
static void keep_freed_memory(int device) {
  cudaMemPool_t pool;
  uint64_t all = UINT64_MAX;
  if (cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) {
    (void)cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
  }
  (void)cudaGetLastError();
}

/* Some drivers set aside a part of the L2 cache from the beginning (9.83 MB on an H100). Only the
 * student's program may let data outlive a launch there. The first job resets this setting. Later
 * jobs do not, because what a program sets aside in one job must be visible in the next. */
static void free_cache_set_aside(void) {
  static bool done;
  if (done) return;
  done = true;
  (void)cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  (void)cudaGetLastError(); /* older devices do not support this */
}

static void begin(const sl_job *job) {
  (void)job;
  int device = 0;
  static struct cudaDeviceProp properties; /* static, because it has about a kilobyte */
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
    sl_say_broken("no usable GPU: %s", cudaGetErrorString(cudaGetLastError()));
  }
  keep_freed_memory(device);
  sl_say("device\t%s", sl_say_field(properties.name));
  free_cache_set_aside();
}

const sl_backend sl_this_backend = {
    .name = "gpu", .redzone = SL_WIRE_REDZONE, .keeps_time = true, .begin = begin};
