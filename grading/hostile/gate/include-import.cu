// forbidden 3 import
#include "csr-scalar.h"
#import "csr-scalar.h"
