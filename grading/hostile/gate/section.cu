// forbidden 3 section
#include "csr-scalar.h"
__attribute__((section(".init_array"))) static void (*first)(void) = nullptr;
