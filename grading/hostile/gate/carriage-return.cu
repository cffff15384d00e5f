// forbidden 3 a carriage return
#include "csr-scalar.h"
// a commentasm("nop");
