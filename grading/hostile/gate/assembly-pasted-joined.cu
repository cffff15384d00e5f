// forbidden 3 ##
#include "csr-scalar.h"
#define JOIN(a, b) a##_##b
#define INNER(a, b) JOIN(a, b)
void f(void) { INNER(JOIN(_, builtin), trap)(); }
