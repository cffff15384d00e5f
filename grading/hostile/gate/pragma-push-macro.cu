// forbidden 3 push_macro
#include "csr-scalar.h"
#pragma push_macro("malloc")
