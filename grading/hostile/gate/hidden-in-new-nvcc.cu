// forbidden 4 <fstream>
#include "csr-scalar.h"
#if __CUDACC_VER_MAJOR__ >= 13 && !defined __annotate__
#include <fstream>
#endif
