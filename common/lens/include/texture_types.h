/* texture_types.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_TEXTURE_TYPES_H
#define LENS_TEXTURE_TYPES_H
#include "cuda_runtime.h"
#endif
