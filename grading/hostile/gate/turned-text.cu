// forbidden 3 a character that reverses
#include "csr-scalar.h"
// ‮ }
