// replaces_worker.cu: a function in place of one of the worker's, alone in its file of the archive.
#include "csr-scalar.h"

extern "C" void sl_batch_run() {}
