// forbidden 3 LENS_UNTRACED
#include "csr-scalar.h"
LENS_UNTRACED static void unseen(void) {}
