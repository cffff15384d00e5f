/* device_types.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_DEVICE_TYPES_H
#define LENS_DEVICE_TYPES_H
#include "cuda_runtime_api.h"
#endif
