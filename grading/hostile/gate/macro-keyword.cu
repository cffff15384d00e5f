// forbidden 3 private
#include "csr-scalar.h"
#define private public
