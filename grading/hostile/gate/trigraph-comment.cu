// forbidden 3 ??/
#include "csr-scalar.h"
// why??/
int hidden;
