/* curand.h: the lens's stand-in for cuRAND: its types; calls are refused. */
#ifndef LENS_CURAND_H
#define LENS_CURAND_H
#define CURAND_H_ /* other headers ask for CUDA's own guard */

#include "lens_shim/library.h"

typedef struct curandGenerator_st *curandGenerator_t;
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201
} curandRngType_t;

#define LENS_WHY_NOT                                                                               \
  "cuRAND runs on a GPU only and not on the lens; make the numbers on the host, or write a "       \
  "generator of a few lines, such as xorshift, as a device function"
#define LENS_CURAND(name) LENS_LIBRARY_CALL(curandStatus_t, curand##name, LENS_WHY_NOT)
LENS_CURAND(CreateGenerator)
LENS_CURAND(CreateGeneratorHost)
LENS_CURAND(DestroyGenerator)
LENS_CURAND(SetPseudoRandomGeneratorSeed)
LENS_CURAND(SetGeneratorOffset)
LENS_CURAND(SetGeneratorOrdering)
LENS_CURAND(SetQuasiRandomGeneratorDimensions)
LENS_CURAND(SetStream)
LENS_CURAND(Generate)
LENS_CURAND(GenerateUniform)
LENS_CURAND(GenerateUniformDouble)
LENS_CURAND(GenerateNormal)
LENS_CURAND(GenerateNormalDouble)
LENS_CURAND(GenerateLogNormal)
LENS_CURAND(GeneratePoisson)
#undef LENS_CURAND

#endif
