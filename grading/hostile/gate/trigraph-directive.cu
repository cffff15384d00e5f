// forbidden 3 ??=
#include "csr-scalar.h"
??=include <unistd.h>
