/* sm_30_intrinsics.h: nothing that cuda_runtime.h does not have. */
#ifndef LENS_SM_30_INTRINSICS_H
#define LENS_SM_30_INTRINSICS_H
#include "cuda_runtime.h"
#endif
