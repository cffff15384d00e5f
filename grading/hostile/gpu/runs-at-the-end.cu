// forbidden 6 atexit
#include "csr-scalar.h"
#ifdef __CUDACC__
extern "C" int atexit(void (*function)()) noexcept;
void twice(void (*function)()) {
  atexit(function);
  atexit(function);
}
#endif
