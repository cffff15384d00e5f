// forbidden 4 asm
#include "csr-scalar.h"
#if defined __NVCC__ && !defined __CUDA_ARCH__
asm("nop");
#endif
