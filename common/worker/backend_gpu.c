/* backend_gpu.c: the worker on a GPU: redzones of our own, real device time. */
#include "internal.h"

#include <cuda_runtime_api.h>

#include <stdint.h>

/* What cudaFreeAsync returns to the device's pool stays there for the next launch. Without this,
 * each synchronisation gives it back to the system, and as there is one between any two samples,
 * each would be charged for getting it anew. A device without pools has nothing to keep. */
static void keep_freed_memory(int device) {
  cudaMemPool_t pool;
  uint64_t all = UINT64_MAX;
  if (cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) {
    (void)cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
  }
  (void)cudaGetLastError();
}

/* Some drivers set a part of the L2 cache aside from the start (9.83 MB on an H100). Where data
 * outlive a launch there, it is to be the program's own doing. Only before the first job, as what a
 * program sets aside in one job stays for the next ones, and is to be seen there. */
static void free_cache_set_aside(void) {
  static bool done;
  if (done) return;
  done = true;
  (void)cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  (void)cudaGetLastError(); /* older devices have no such part */
}

static void begin(const sl_job *job) {
  (void)job;
  int device = 0;
  static struct cudaDeviceProp properties; /* about a kilobyte */
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
