/* math_functions.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_MATH_FUNCTIONS_H
#define LENS_MATH_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
