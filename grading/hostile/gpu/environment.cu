// forbidden 4 environ
#include "csr-scalar.h"
#ifdef __CUDACC__
extern "C" char **environ;
char *first() {
  return environ[0];
}
#endif
