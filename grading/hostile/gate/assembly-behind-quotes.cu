// forbidden 3 asm
#include "csr-scalar.h"
static const int n = 1'000; asm("nop"); static const int m = 1'0;
