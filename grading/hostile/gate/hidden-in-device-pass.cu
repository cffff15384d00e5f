// forbidden 5 asm
#include "csr-scalar.h"
__device__ int hidden() {
#ifdef __CUDA_ARCH__
  asm("trap;");
#endif
  return 0;
}
