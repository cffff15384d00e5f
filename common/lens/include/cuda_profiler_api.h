/* cuda_profiler_api.h: nothing that cuda_runtime_api.h does not have. */
#ifndef LENS_CUDA_PROFILER_API_H
#define LENS_CUDA_PROFILER_API_H
#include "cuda_runtime_api.h"
#endif
