// forbidden 3 __has_include
#include "csr-scalar.h"
#if __has_include("/etc/passwd")
#endif
