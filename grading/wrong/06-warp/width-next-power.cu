// mistake: next-power, line 7
#include "warp.h"

#define WIDTH
#include "rest.h"

int choose_vector_width(int num_rows, int nnz) {
  double mean = num_rows ? (double)nnz / num_rows : 0;
  int width = 2;
  while (width < 32 && width < mean) width *= 2;
  return width;
}
