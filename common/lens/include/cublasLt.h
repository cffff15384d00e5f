/* cublasLt.h: the lens's stand-in for cuBLASLt. Its handle is that of cuBLAS; nothing computes. */
#ifndef LENS_CUBLASLT_H
#define LENS_CUBLASLT_H
#include "cublas_v2.h"

typedef cublasHandle_t cublasLtHandle_t;
#define cublasLtCreate  cublasCreate
#define cublasLtDestroy cublasDestroy

#endif
