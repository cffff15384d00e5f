// forbidden 3 a mark that turns
#include "csr-scalar.h"
// ‮ }
