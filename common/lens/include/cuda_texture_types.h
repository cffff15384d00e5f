/* cuda_texture_types.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_CUDA_TEXTURE_TYPES_H
#define LENS_CUDA_TEXTURE_TYPES_H
#include "cuda_runtime.h"
#endif
