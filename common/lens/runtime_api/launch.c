/* launch.c: launches through a pointer, and the settings of a launch until its arguments are
 * known. */
#include "api.h"
#include "lens/runtime/confine.h"

#include "lens/include/lens_shim/pending.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Launches whose arguments are not yet known. An argument may call a function that launches a
 * kernel, so they nest; the limit is deeper than any real nesting. */
enum { MAX_NESTED = 64 };
static _Thread_local lens_launch pending[MAX_NESTED];
static _Thread_local int num_pending;

static lens_dim3 to_lens(dim3 size) {
  return (lens_dim3){size.x, size.y, size.z};
}

void lens_push_launch(const char *name, const char *file, int line, const void *function, dim3 grid,
                      dim3 block, size_t shared_bytes, cudaStream_t stream) {
  if (num_pending == MAX_NESTED) {
    /* exceptions in the arguments of this many launches also lead here */
    (void)fprintf(stderr, "lens: more than %d launches nested in one another\n", MAX_NESTED);
    abort();
  }
  pending[num_pending++] = (lens_launch){.name = name,
                                         .file = file,
                                         .line = line,
                                         .function = function,
                                         .grid = to_lens(grid),
                                         .block = to_lens(block),
                                         .shared_bytes = shared_bytes,
                                         .stream = stream};
}

void lens_pop_launch(lens_launch *settings) {
  *settings = pending[--num_pending];
}

int lens_run_closure(lens_launch *settings, void (*run)(void *), void *closure,
                     size_t closure_bytes, int num_arguments, void *const *arguments,
                     const size_t *sizes, const int *constants) {
  lens_confine_require_target((uintptr_t)run);
  settings->run = run;
  settings->closure = closure;
  settings->closure_bytes = closure_bytes;
  settings->num_arguments = num_arguments;
  settings->arguments = arguments;
  settings->sizes = sizes;
  settings->constants = constants;
  return lens_run(settings);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return (cudaError_t)lens_run_function(function, to_lens(grid), to_lens(block), arguments,
                                        shared_bytes, stream, 0);
}

/* ---- cooperative launches, and attributes --------------------------------------------------- */

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  return (cudaError_t)lens_run_function(function, to_lens(grid), to_lens(block), arguments,
                                        shared_bytes, stream, 1);
}

cudaError_t lens_check_attributes(const cudaLaunchConfig_t *config, int *cooperative) {
  if (!LENS_API_FILLS(cooperative)) return lens_api_error(cudaErrorInvalidValue);
  *cooperative = 0;
  if (!config) return lens_api_error(cudaErrorInvalidValue);
  for (unsigned i = 0; i < config->numAttrs; i++) {
    const cudaLaunchAttribute *it = &config->attrs[i];
    if (it->id == cudaLaunchAttributeClusterDimension)
      return lens_api_error(cudaErrorNotSupported); /* clusters do not run on the lens */
    if (it->id == cudaLaunchAttributeCooperative) *cooperative = it->val.cooperative;
  }
  return cudaSuccess;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments) {
  int cooperative;
  cudaError_t error = lens_check_attributes(config, &cooperative);
  if (error != cudaSuccess) return error;
  return (cudaError_t)lens_run_function(function, to_lens(config->gridDim),
                                        to_lens(config->blockDim), arguments,
                                        config->dynamicSmemBytes, config->stream, cooperative);
}

/* ---- attributes of functions ---------------------------------------------------------------- */

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attr, int value) {
  if (!function) return lens_api_error(cudaErrorInvalidDeviceFunction);
  if (attr == cudaFuncAttributePreferredSharedMemoryCarveout)
    return value >= -1 && value <= 100 ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
  if (attr > cudaFuncAttributePreferredSharedMemoryCarveout) /* the other attributes are those of
                                                                clusters */
    return lens_api_error(cudaErrorNotSupported);
  bool valid = attr == cudaFuncAttributeMaxDynamicSharedMemorySize && value >= 0 &&
               value <= LENS_API_SHARED_AT_MOST;
  if (!valid) return lens_api_error(cudaErrorInvalidValue);
  return lens_set_dynamic_shared(function, (size_t)value) == 0
             ? cudaSuccess
             : lens_api_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function) {
  if (!LENS_API_FILLS(attributes)) return lens_api_error(cudaErrorInvalidValue);
  if (!function) return lens_api_error(cudaErrorInvalidDeviceFunction);
  *attributes =
      (struct cudaFuncAttributes){.maxThreadsPerBlock = 1024,
                                  .ptxVersion = 90,
                                  .binaryVersion = 90,
                                  .preferredShmemCarveout = -1,
                                  .maxDynamicSharedSizeBytes = (int)lens_dynamic_shared(function)};
  return cudaSuccess;
}
