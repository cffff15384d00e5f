// forbidden 4 _Znwm
#include "csr-scalar.h"
#ifdef __CUDACC__
void *operator new(unsigned long bytes) {
  return (char *)4096 + bytes;
}
#endif
