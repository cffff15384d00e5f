// forbidden 4 alias
#include "csr-scalar.h"
extern "C" int mine(void) { return 0; }
extern "C" int memcmp(const void *, const void *, unsigned long) __attribute__((alias("mine")));
