// forbidden 3 _ZNSt6thread
#include "csr-scalar.h"
extern "C" void _ZNSt6thread4joinEv(void *);
