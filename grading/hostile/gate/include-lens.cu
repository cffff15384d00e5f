// forbidden 3 lens/lens.h
#include "csr-scalar.h"
#include "lens/lens.h"
