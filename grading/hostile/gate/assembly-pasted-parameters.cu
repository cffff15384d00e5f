// forbidden 3 a ## b
#include "csr-scalar.h"
#define JOIN(a, b) a ## b
JOIN(as, m)("nop");
