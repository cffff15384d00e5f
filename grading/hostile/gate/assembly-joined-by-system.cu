// forbidden 3 __CONCAT
#include "csr-scalar.h"
__CONCAT(as, m)("nop");
