// forbidden 3 no_instrument_function
#include "csr-scalar.h"
[[gnu::no_instrument_function]] static void unseen(void) {}
