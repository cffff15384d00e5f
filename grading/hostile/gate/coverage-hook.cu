// forbidden 3 __sanitizer_cov_trace_pc
#include "csr-scalar.h"
extern "C" void __sanitizer_cov_trace_pc(void) {}
