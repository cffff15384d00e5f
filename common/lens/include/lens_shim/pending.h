/* pending.h: the settings of a launch, from <<<…>>> to the call behind it. */
#ifndef LENS_SHIM_PENDING_H
#define LENS_SHIM_PENDING_H

#include "../../abi.h"
#include "../driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts the settings of a launch aside. A stack for each host thread: the arguments of a launch may
 *  call a function that launches. */
void lens_push_launch(const lens_launch *settings);
void lens_pop_launch(lens_launch *settings);

/** What a launch's attributes ask for. */
cudaError_t lens_check_attributes(const cudaLaunchConfig_t *config, int *cooperative);

#ifdef __cplusplus
}
#endif
#endif
