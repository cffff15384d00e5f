// forbidden 3 <:
#include "csr-scalar.h"
<:<:gnu::constructor:>:> static void before_all(void) {}
