// forbidden 3 poison
#include "csr-scalar.h"
#pragma GCC poison memcmp
