// forbidden 3 cudaEventElapsedTime
#include "csr-scalar.h"
extern "C" cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0;
  return cudaSuccess;
}
