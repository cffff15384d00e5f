// forbidden 4 main
#include "csr-scalar.h"
#ifdef __CUDACC__
int main() {
  return 0;
}
#endif
