// forbidden 4 diagnostic
#include "csr-scalar.h"
#define push pop
#pragma GCC diagnostic push
