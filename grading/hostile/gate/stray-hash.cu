// forbidden 3 #
#include "csr-scalar.h"
int hidden; # include <unistd.h>
