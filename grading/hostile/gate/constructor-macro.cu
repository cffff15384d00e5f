// forbidden 4 FIRST
#include "csr-scalar.h"
#define FIRST constructor
__attribute__((FIRST)) static void before_all(void) {}
