// forbidden 3 as ## rest
#include "csr-scalar.h"
#define STEP(rest) as ## rest
STEP(m)("nop");
