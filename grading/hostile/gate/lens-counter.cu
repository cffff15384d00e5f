// forbidden 5 lens_get_counter
#include "csr-scalar.h"
struct forged;
extern "C"
forged *lens_get_counter(unsigned long i);
