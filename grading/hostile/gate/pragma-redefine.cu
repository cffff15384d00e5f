// forbidden 3 redefine_extname
#include "csr-scalar.h"
#pragma redefine_extname mine memcmp
