// forbidden 4 include NAME
#include "csr-scalar.h"
#define NAME <unistd.h>
#include NAME
