// mistake: division-by-zero, line 9
#include "warp.h"

#define WIDTH
#include "rest.h"

int choose_vector_width(int num_rows, int nnz) {
  if (num_rows == 0) return 2;
  int mean = num_rows / nnz;
  if (mean < 2) return 2;
  if (mean < 4) return 4;
  return mean < 64 ? 8 : 32;
}
