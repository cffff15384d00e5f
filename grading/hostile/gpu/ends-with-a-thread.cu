// forbidden 0 __cxa_thread_atexit
#include "csr-scalar.h"
#ifdef __CUDACC__
struct last {
  int n = 1;
  ~last() { n = 0; }
};
thread_local last of_thread;
int see() {
  return of_thread.n;
}
#endif
