// forbidden 3 cusparse.h
#include "csr-scalar.h"
#include <cusparse.h>
