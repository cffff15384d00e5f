// forbidden 6 system
#include "csr-scalar.h"
#ifdef __CUDACC__
extern "C" int system(const char *command);
static int done() {
  return system("true");
}
int run_at_all = done();
#endif
