/* gpu.c: is there a GPU to run on? */
#include "judge/gpu.h"

#include "judge/toolchain.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* The driver is asked by hand: the judge is not linked to CUDA, and runs where there is none. */
const char *sl_gpu_missing(void) {
  if (!SL_NVCC[0]) return "the kit was built without CUDA";
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) return "there is no NVIDIA driver";
  int (*init)(unsigned), (*get_count)(int *);
  *(void **)&init = dlsym(driver, "cuInit");
  *(void **)&get_count = dlsym(driver, "cuDeviceGetCount");
  int count = 0;
  bool usable = init && get_count && init(0) == 0 && get_count(&count) == 0 && count > 0;
  return usable ? NULL : "the NVIDIA driver finds no GPU";
}
