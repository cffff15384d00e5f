// forbidden 3 ##
#include "csr-scalar.h"
#define OF(a) a##_return_address
void *f(void) { return OF(__builtin)(0); }
