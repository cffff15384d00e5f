// forbidden 3 _dl_open
#include "csr-scalar.h"
extern "C" void *_dl_open(const char *);
