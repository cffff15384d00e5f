// forbidden 3 no_sanitize_thread
#include "csr-scalar.h"
__attribute__((no_sanitize_thread)) static void unseen(void) {}
