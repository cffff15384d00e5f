// forbidden 3 diagnostic
#include "csr-scalar.h"
#pragma GCC diagnostic ignored "-Wall" GCC optimize("O0")
