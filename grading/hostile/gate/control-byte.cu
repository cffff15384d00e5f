// forbidden 3 a control byte
#include "csr-scalar.h"
#warning "[2J cleared"
