/* cublasLt.h: nothing that cublas_v2.h does not have. */
#ifndef LENS_CUBLASLT_H
#define LENS_CUBLASLT_H
#include "cublas_v2.h"
#endif
