/* surface_types.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_SURFACE_TYPES_H
#define LENS_SURFACE_TYPES_H
#include "cuda_runtime.h"
#endif
