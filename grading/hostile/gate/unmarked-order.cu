// forbidden 2 unistd.h
#include <unistd.h>
#include "csr-scalar.h"
