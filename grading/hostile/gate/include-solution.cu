// forbidden 3 ../../solutions
#include "csr-scalar.h"
#include "../../solutions/01-csr-scalar/csr-scalar.cu"
