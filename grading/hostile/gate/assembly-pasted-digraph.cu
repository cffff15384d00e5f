// forbidden 3 %:
#include "csr-scalar.h"
#define STEP as %:%: m
