// forbidden 4 __attr_access
#include "csr-scalar.h"
#define ALL (none), constructor
__attr_access(ALL) static void before_all(void) {}
