// forbidden 3 __cxa_atexit
#include "csr-scalar.h"
extern "C" int __cxa_atexit(void (*)(void *), void *, void *);
