// forbidden 3 sl_say_text
#include "csr-scalar.h"
extern "C" void sl_say_text(const char *);
