// forbidden 3 asm
#include "csr-scalar.h"
as\  
m("nop");
