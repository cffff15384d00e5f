// forbidden 3 __has_include
#include "csr-scalar.h"
#define LOOK(x) __has_include(x)
