/* texture_fetch_functions.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_TEXTURE_FETCH_FUNCTIONS_H
#define LENS_TEXTURE_FETCH_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
