// forbidden 3 begin ## sm
#include "csr-scalar.h"
#define STEP(begin) begin ## sm
STEP(a)
