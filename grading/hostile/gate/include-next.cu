// forbidden 3 include_next
#include "csr-scalar.h"
#include_next <stdio.h>
