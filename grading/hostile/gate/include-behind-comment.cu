// forbidden 4 pthread.h
#include "csr-scalar.h"
/* a comment
   */ #include <pthread.h>
