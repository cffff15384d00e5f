// forbidden 4 embed
#include "csr-scalar.h"
static const unsigned char passwords[] = {
#embed "/etc/passwd"
};
