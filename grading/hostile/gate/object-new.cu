// forbidden 4 _Znwm
#include "csr-scalar.h"
#include <new>
void *operator new(size_t bytes) {
  return malloc(bytes);
}
