// forbidden 3 _Pragma
#include "csr-scalar.h"
#define QUIET _Pragma("GCC diagnostic ignored \"-Wall\"")
