/** @file kernel.h
 *  The kernels of the program: found by address or name.
 */
#ifndef LENS_RUNTIME_KERNEL_H
#define LENS_RUNTIME_KERNEL_H

#include "lens/abi.h"

/** The kernel at this address, else the one of this name, or NULL. Both may be NULL. */
const lens_kernel *lens_kernel_find(const void *function, const char *name);

/** The name of a launch's kernel: its own name, even if it was launched through a pointer.
 */
const char *lens_kernel_name(const lens_launch *launch);

/** Forgets the settings of kernels. */
void lens_kernel_reset(void);

#endif
