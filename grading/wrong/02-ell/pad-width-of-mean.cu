// mistake: width-of-mean, line 9
#include "ell.h"

#define WIDTH
#include "rest.h"

int ell_width(int num_rows, const int *row_ptr) {
  if (num_rows == 0) return 0;
  return row_ptr[num_rows] / num_rows;
}
