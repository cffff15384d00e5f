// forbidden 3 main
#include "csr-scalar.h"
int main(void) {
  return 0;
}
