/* cublas.h: nothing that cublas_v2.h does not have. */
#ifndef LENS_CUBLAS_V1_H
#define LENS_CUBLAS_V1_H
#include "cublas_v2.h"
#endif
