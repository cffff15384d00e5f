/* cuda.h: the lens's stand-in for the driver API. Many programs include it and use nothing of it. What
 * they use is undeclared, and lenscc says why (driver/compile.sh). */
#ifndef LENS_CUDA_H
#define LENS_CUDA_H
#define CUDA_VERSION 12000

#include "cuda_runtime_api.h"

#endif
