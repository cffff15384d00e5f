/* common_functions.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_COMMON_FUNCTIONS_H
#define LENS_COMMON_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
