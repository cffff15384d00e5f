// forbidden 3 line 1
#include "csr-scalar.h"
#line 1 "worker.c"
