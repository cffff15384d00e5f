// forbidden 3 __attribute__
#include "csr-scalar.h"
#define MARK __attribute__
MARK((constructor)) static void before_all(void) {}
