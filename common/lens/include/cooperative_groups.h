/* cooperative_groups.h: the lens's stand-in for groups of threads. */
#ifndef LENS_COOPERATIVE_GROUPS_H
#define LENS_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#include "lens_shim/groups.h"

#include <float.h> /* nvcc has FLT_MAX and its kin after this header */

#endif
