/** @file kernel.h
 *  The kernels of the program: found by address or name.
 */
#ifndef LENS_RUNTIME_KERNEL_H
#define LENS_RUNTIME_KERNEL_H

#include "lens/abi.h"

/** The kernel at this address, else the one of this name, or NULL. Both may be NULL. */
const lens_kernel *lens_kernel_find(const void *function, const char *name);

/** What to call the kernel of a launch: its own name, also when it was launched through a pointer.
 */
const char *lens_kernel_name(const lens_launch *launch);

/** Forgets what was set for kernels. */
void lens_kernel_reset(void);

#endif
