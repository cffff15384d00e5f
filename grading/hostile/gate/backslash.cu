// forbidden 3 \
#include "csr-scalar.h"
int \u0061 = 0;
