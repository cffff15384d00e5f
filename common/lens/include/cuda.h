/* cuda.h: the lens's stand-in for the driver API. Many programs include it without using it. Its
 * functions are undeclared, and lenscc explains this (driver/compile.sh). */
#ifndef LENS_CUDA_H
#define LENS_CUDA_H
#define CUDA_VERSION 12000

#include "cuda_runtime_api.h"

#endif
