// mistake: one-bound-included, line 11
#include "warp.h"

#define WIDTH
#include "rest.h"

int choose_vector_width(int num_rows, int nnz) {
  double mean = num_rows ? (double)nnz / num_rows : 0;
  if (mean < 2) return 2;
  if (mean < 4) return 4;
  return mean <= 64 ? 8 : 32;
}
