/* driver_functions.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_DRIVER_FUNCTIONS_H
#define LENS_DRIVER_FUNCTIONS_H
#include "cuda_runtime_api.h"
#endif
