/* curand_kernel.h: the lens's stand-in for cuRAND in kernels: its types; calls are refused. */
#ifndef LENS_CURAND_KERNEL_H
#define LENS_CURAND_KERNEL_H

#include "curand.h"

typedef struct curandStateXORWOW {
  unsigned state[12];
} curandState_t, curandState, curandStateXORWOW_t;
typedef struct curandStatePhilox4_32_10 {
  unsigned state[16];
} curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a {
  unsigned state[18];
} curandStateMRG32k3a_t;

LENS_LIBRARY_CALL(void, curand_init, LENS_WHY_NOT)
LENS_LIBRARY_CALL(unsigned, curand, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float, curand_uniform, LENS_WHY_NOT)
LENS_LIBRARY_CALL(double, curand_uniform_double, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float, curand_normal, LENS_WHY_NOT)
LENS_LIBRARY_CALL(double, curand_normal_double, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float2, curand_normal2, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float, curand_log_normal, LENS_WHY_NOT)
LENS_LIBRARY_CALL(unsigned, curand_poisson, LENS_WHY_NOT)
LENS_LIBRARY_CALL(uint4, curand4, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float4, curand_uniform4, LENS_WHY_NOT)
LENS_LIBRARY_CALL(float4, curand_normal4, LENS_WHY_NOT)
LENS_LIBRARY_CALL(void, skipahead, LENS_WHY_NOT)

#endif
