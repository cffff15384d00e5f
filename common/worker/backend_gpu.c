/* backend_gpu.c: the worker on a GPU: redzones of our own, real device time. */
#include "internal.h"

#include <cuda_runtime_api.h>

static void begin(const sl_job *job) {
  (void)job;
  int device = 0;
  static struct cudaDeviceProp properties; /* about a kilobyte */
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
    sl_broken("no usable GPU: %s", cudaGetErrorString(cudaGetLastError()));
  }
  sl_say("device\t%s", sl_field(properties.name));
}

const sl_backend sl_this_backend = {
    .name = "gpu", .redzone = SL_WIRE_REDZONE, .keeps_time = true, .begin = begin};
