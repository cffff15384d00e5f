/* cufft.h: the lens's stand-in for cuFFT: its types; calls are refused. */
#ifndef LENS_CUFFT_H
#define LENS_CUFFT_H
#define _CUFFT_H_ /* other headers ask for CUDA's own guard */

#include "cuComplex.h"
#include "lens_shim/library.h"

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum cufftResult_t {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_PARSE_ERROR = 12,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_LICENSE_ERROR = 15,
  CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

#define LENS_CUFFT(name) LENS_LIBRARY_CALL(cufftResult, cufft##name, LENS_NOT_ON_THE_LENS("cuFFT"))
LENS_CUFFT(Create)
LENS_CUFFT(Destroy)
LENS_CUFFT(Plan1d)
LENS_CUFFT(Plan2d)
LENS_CUFFT(Plan3d)
LENS_CUFFT(PlanMany)
LENS_CUFFT(MakePlan1d)
LENS_CUFFT(ExecC2C)
LENS_CUFFT(ExecR2C)
LENS_CUFFT(ExecC2R)
LENS_CUFFT(ExecZ2Z)
LENS_CUFFT(ExecD2Z)
LENS_CUFFT(ExecZ2D)
LENS_CUFFT(SetStream)
#undef LENS_CUFFT

#endif
