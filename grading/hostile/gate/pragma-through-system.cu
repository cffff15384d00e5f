// forbidden 3 __glibc_macro_warning
#include "csr-scalar.h"
__glibc_macro_warning("x")
