// forbidden 4 asm
#include "csr-scalar.h"
#ifndef __CUDACC__
asm("nop");
#endif
