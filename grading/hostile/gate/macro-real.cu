// forbidden 3 real
#include "csr-scalar.h"
#define real double
