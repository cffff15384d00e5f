// forbidden 3 ident
#include "csr-scalar.h"
#ident "anything"
