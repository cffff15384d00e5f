/* cublas_v2.h: the lens's stand-in for cuBLAS. Many programs set the library up but only time their
 * own kernels, so a handle can be created and configured. Everything else is undeclared, and lenscc
 * explains this (driver/compile.sh). */
#ifndef LENS_CUBLAS_H
#define LENS_CUBLAS_H
#define CUBLAS_API_H_ /* other headers test CUDA's own guards */
#define CUBLAS_V2_H_

#include "cuda_runtime_api.h"
#if defined(__cplusplus) && defined(__CUDACC__) /* CUDA's own header includes it, too */
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef struct cublasContext {
  int settings; /* none has an effect */
} * cublasHandle_t;

static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  static struct cublasContext context;
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = &context;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  (void)stream;
  return cublasDestroy(handle);
}
static inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  (void)mode;
  return cublasDestroy(handle);
}

#endif
