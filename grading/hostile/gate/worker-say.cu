// forbidden 3 sl_say
#include "csr-scalar.h"
extern "C" void sl_say(const char *format, ...);
