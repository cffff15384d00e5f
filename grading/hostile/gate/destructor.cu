// forbidden 3 destructor
#include "csr-scalar.h"
__attribute__((unused, destructor)) static void after_all(void) {}
