// forbidden 4 puts
#include "csr-scalar.h"
struct early {
  early() { printf("first\n"); }
};
static early first;
