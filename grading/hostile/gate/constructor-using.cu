// forbidden 3 using
#include "csr-scalar.h"
[[using gnu: constructor]] static void before_all(void) {}
