// forbidden 3 optimize
#include "csr-scalar.h"
__attribute__((optimize("O3"))) static void fast(void) {}
