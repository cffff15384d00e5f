// forbidden 3 pragma weak
#include "csr-scalar.h"
#pragma weak memcmp
