// forbidden 3 puts
#include "csr-scalar.h"
static int *before() { puts("first"); return nullptr; }
static int *volatile early = before();
