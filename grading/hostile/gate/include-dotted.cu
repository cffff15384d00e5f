// forbidden 3 ./csr-scalar.h
#include "csr-scalar.h"
#include "./csr-scalar.h"
