/* cooperative_groups.h: the lens's stand-in for groups of threads. */
#ifndef LENS_COOPERATIVE_GROUPS_H
#define LENS_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#include "lens_shim/groups.h"

#include <float.h> /* nvcc declares FLT_MAX and related constants after this header */

#endif
