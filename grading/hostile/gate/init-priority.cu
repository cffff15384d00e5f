// forbidden 4 init_priority
#include "csr-scalar.h"
struct early { early(); };
static early first __attribute__((init_priority(200)));
