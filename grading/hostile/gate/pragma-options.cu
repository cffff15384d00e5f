// forbidden 3 push_options
#include "csr-scalar.h"
#pragma GCC push_options
#pragma GCC optimize("no-sanitize")
