// forbidden 4 asm
#include "csr-scalar.h"
static const char *text = R"x(" // )x";
asm("nop");
