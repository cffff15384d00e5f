/* sm_60_atomic_functions.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_SM_60_ATOMIC_FUNCTIONS_H
#define LENS_SM_60_ATOMIC_FUNCTIONS_H
#include "cuda_runtime.h"
#endif
