// forbidden 3 malloc
#include "csr-scalar.h"
#undef malloc
