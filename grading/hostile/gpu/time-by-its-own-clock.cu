// forbidden 4 clock_gettime
#include "csr-scalar.h"
#ifdef __CUDACC__
extern "C" int clock_gettime(int, long *time) noexcept {
  time[0] = time[1] = 0;
  return 0;
}
#endif
