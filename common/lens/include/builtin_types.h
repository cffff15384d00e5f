/* builtin_types.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_BUILTIN_TYPES_H
#define LENS_BUILTIN_TYPES_H
#include "cuda_runtime_api.h"
#endif
