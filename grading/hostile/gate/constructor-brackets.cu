// forbidden 3 constructor
#include "csr-scalar.h"
[[gnu::constructor]] static void before_all(void) {}
