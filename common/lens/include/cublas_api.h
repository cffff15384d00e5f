/* cublas_api.h: nothing that cublas_v2.h does not have. */
#ifndef LENS_CUBLAS_API_H
#define LENS_CUBLAS_API_H
#include "cublas_v2.h"
#endif
