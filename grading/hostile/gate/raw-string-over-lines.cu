// forbidden 3 a raw string
#include "csr-scalar.h"
static const char *text = R"x(
)x";
