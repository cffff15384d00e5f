// forbidden 3 fstream
#include "csr-scalar.h"
#include <fstream>
