// mistake: product-overflows, line 11
#include "warp.h"

#define WIDTH
#include "rest.h"

int choose_vector_width(int num_rows, int nnz) {
  if (num_rows == 0) return 2;
  if (nnz < 2 * num_rows) return 2;
  if (nnz < 4 * num_rows) return 4;
  return nnz < 64 * num_rows ? 8 : 32;
}
