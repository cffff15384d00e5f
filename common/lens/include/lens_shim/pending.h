/* pending.h: the settings of a launch, from <<<…>>> to the call after it. */
#ifndef LENS_SHIM_PENDING_H
#define LENS_SHIM_PENDING_H

#include "../../abi.h"
#include "../driver_types.h"
#include "../vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Saves the settings of a launch on a stack, one per host thread, because the arguments of a
 *  launch may call a function that launches. */
void lens_push_launch(const char *name, const char *file, int line, const void *function, dim3 grid,
                      dim3 block, size_t shared_bytes, cudaStream_t stream);
void lens_pop_launch(lens_launch *settings);

/** Runs a launch whose settings are known: each thread calls run(closure). */
int lens_run_closure(lens_launch *settings, void (*run)(void *), void *closure,
                     size_t closure_bytes, int num_arguments, void *const *arguments,
                     const size_t *sizes, const int *constants);

/** Reads what a launch's attributes request. */
cudaError_t lens_check_attributes(const cudaLaunchConfig_t *config, int *cooperative);

#ifdef __cplusplus
}
#endif
#endif
