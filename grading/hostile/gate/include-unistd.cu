// forbidden 3 unistd.h
#include "csr-scalar.h"
#include <unistd.h>
