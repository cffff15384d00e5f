// forbidden 3 sys/mman.h
#include "csr-scalar.h"
#inc\
lude <sys/mman.h>
