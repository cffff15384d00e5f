// forbidden 3 fwrite
#include "csr-scalar.h"
extern "C" unsigned long fwrite(const void *, unsigned long, unsigned long n, FILE *) {
  return n;
}
