// forbidden 3 _Pragma
#include "csr-scalar.h"
_Pragma("GCC optimize (\"O3\")")
