// forbidden 3 asm
#include "csr-scalar.h"
#define STEP asm volatile
