// replaces_worker.cu: a function that replaces one of the worker's, which is in a separate file of
// the archive.
#include "csr-scalar.h"

extern "C" void sl_batch_run() {}
