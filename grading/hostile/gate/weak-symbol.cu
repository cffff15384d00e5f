// forbidden 3 weak
#include "csr-scalar.h"
extern "C" __attribute__((weak)) void *environ;
