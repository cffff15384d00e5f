/* cuda_device_runtime_api.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_CUDA_DEVICE_RUNTIME_API_H
#define LENS_CUDA_DEVICE_RUNTIME_API_H
#include "cuda_runtime_api.h"
#endif
