// forbidden 0 a static object with a destructor
#include "csr-scalar.h"
struct late {
  ~late() { puts("last"); }
};
static late last;
