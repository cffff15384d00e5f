// forbidden 3 # 7
#include "csr-scalar.h"
# 7 "judge.c" 3 4
