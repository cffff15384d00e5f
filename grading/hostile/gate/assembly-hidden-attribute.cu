// forbidden 6 asm
#include "csr-scalar.h"
#if 0
__attribute__((aligned(
#endif
asm("nop");
