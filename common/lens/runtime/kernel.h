/** @file kernel.h
 *  The kernels of the program: found by address or name.
 */
#ifndef LENS_RUNTIME_KERNEL_H
#define LENS_RUNTIME_KERNEL_H

#include "lens/abi.h"

/** Finds the kernel at the address `function`, otherwise the kernel of this name; NULL if there is
 *  neither. Both parameters may be NULL. */
const lens_kernel *lens_kernel_find(const void *function, const char *name);

/** The name of a launch's kernel. It is the kernel's own name even if a pointer was used to launch
 *  it. */
const char *lens_kernel_name(const lens_launch *launch);

/** Forgets the settings of kernels. */
void lens_kernel_reset(void);

#endif
