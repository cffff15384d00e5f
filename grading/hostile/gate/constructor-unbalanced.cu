// forbidden 3 SIZE
#include "csr-scalar.h"
#define SIZE 8)), constructor, aligned((8
__attribute__((aligned(SIZE))) static void before_all(void) {}
