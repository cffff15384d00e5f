/** @file cuda_runtime.h
 *  The CUDA names that a lab's contract needs if the judge's side of the lab includes it. Nothing
 *  here is compiled for a device, and no CUDA function is declared.
 */
#ifndef SL_JUDGE_CONTRACT_CUDA_RUNTIME_H
#define SL_JUDGE_CONTRACT_CUDA_RUNTIME_H

#include <stddef.h>

#define __global__
#define __device__
#define __host__
#define __restrict__ restrict

typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct dim3 {
  unsigned x, y, z;
} dim3;

#endif
