// forbidden 3 write
#include "csr-scalar.h"
extern "C" long write(int, const void *, unsigned long size) {
  return (long)size;
}
