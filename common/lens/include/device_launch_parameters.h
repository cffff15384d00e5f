/* device_launch_parameters.h: threadIdx and its kin, which cuda_runtime.h has too. */
#ifndef LENS_DEVICE_LAUNCH_PARAMETERS_H
#define LENS_DEVICE_LAUNCH_PARAMETERS_H
#include "cuda_runtime.h"
#endif
