// forbidden 3 constructor
#include "csr-scalar.h"
__attribute__((constructor)) static void before_all(void) {}
