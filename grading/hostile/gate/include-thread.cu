// forbidden 3 thread
#include "csr-scalar.h"
#include <thread>
