// forbidden 3 asm
#include "csr-scalar.h"
extern int hidden(void) asm("lens_num_findings");
