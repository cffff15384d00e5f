// forbidden 3 __tsan_write4
#include "csr-scalar.h"
extern "C" void __tsan_write4(void *) {}
