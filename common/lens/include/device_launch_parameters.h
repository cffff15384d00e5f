/* device_launch_parameters.h: threadIdx and related variables, which cuda_runtime.h also has. */
#ifndef LENS_DEVICE_LAUNCH_PARAMETERS_H
#define LENS_DEVICE_LAUNCH_PARAMETERS_H
#include "cuda_runtime.h"
#endif
