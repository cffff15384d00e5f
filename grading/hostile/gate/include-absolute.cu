// forbidden 3 /dev/zero
#include "csr-scalar.h"
#include "/dev/zero"
