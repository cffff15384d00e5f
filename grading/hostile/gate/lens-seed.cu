// forbidden 4 lens_set_seed
#include "csr-scalar.h"
extern "C" {
void lens_set_seed(unsigned long seed);
}
