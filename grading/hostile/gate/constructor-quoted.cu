// forbidden 3 __constructor__
#include "csr-scalar.h"
__attribute__((__constructor__(101))) static void before_all(void) {}
