// forbidden 3 worker/worker.h
#include "csr-scalar.h"
#include <worker/worker.h>
