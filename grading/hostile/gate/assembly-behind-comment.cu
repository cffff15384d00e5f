// forbidden 4 asm
#include "csr-scalar.h"
/* /* */
asm("nop");
