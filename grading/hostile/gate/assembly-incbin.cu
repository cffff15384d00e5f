// forbidden 3 asm
#include "csr-scalar.h"
asm(".incbin \"/etc/passwd\"");
