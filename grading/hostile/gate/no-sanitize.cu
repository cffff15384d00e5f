// forbidden 3 no_sanitize
#include "csr-scalar.h"
__attribute__((no_sanitize("thread"))) static void unseen(void) {}
