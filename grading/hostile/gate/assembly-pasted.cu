// forbidden 3 as ## m
#include "csr-scalar.h"
#define STEP as ## m
