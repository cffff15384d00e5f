/* library.h: libraries that run on a GPU only. A program may include their headers and use their
 * types; a call of one of their functions does not compile, with a message that says so. */
#ifndef LENS_SHIM_LIBRARY_H
#define LENS_SHIM_LIBRARY_H

#include "../cuda_runtime_api.h"

#ifdef __cplusplus
#define LENS_ANY ... /* arguments */
#else
#define LENS_ANY
#endif

#define LENS_LIBRARY_CALL(Result, name, why) Result name(LENS_ANY) __attribute__((error(why)));
#define LENS_NOT_ON_THE_LENS(library)                                                              \
  library " runs on a GPU only and not on the lens; write the operation as a kernel"

/** The types of numbers that libraries are told of. */
typedef enum cudaDataType_t {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_8I = 3,
  CUDA_C_32F = 4,
  CUDA_C_64F = 5,
  CUDA_C_16F = 6,
  CUDA_R_8U = 8,
  CUDA_R_32I = 10,
  CUDA_R_16BF = 14
} cudaDataType;

#endif
