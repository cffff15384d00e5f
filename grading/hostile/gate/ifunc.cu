// forbidden 5 ifunc
#include "csr-scalar.h"
static int one(void) { return 1; }
extern "C" void *choose(void) { return (void *)one; }
int chosen(void) __attribute__((ifunc("choose")));
