// forbidden 4 gnu
#include "csr-scalar.h"
#define NOTHING
[NOTHING[gnu::constructor]] static void before_all(void) {}
