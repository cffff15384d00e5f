// forbidden 4 asm
#include "csr-scalar.h"
#ifndef SEEN
asm("nop");
#endif
