// forbidden 4 unused
#include "csr-scalar.h"
#define unused constructor
__attribute__((unused)) static void before_all(void) {}
