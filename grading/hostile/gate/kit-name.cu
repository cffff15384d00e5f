// forbidden 4 sl_say_text
#include "csr-scalar.h"
extern "C" void sl_say_text(const char *);
void spmv_csr_cpu(int n, const int *p, const int *c, const real *v, const real *x, real *y) { sl_say_text("x"); }
