// forbidden 3 __shared__
#include "csr-scalar.h"
#undef __shared__
#define __shared__ static
