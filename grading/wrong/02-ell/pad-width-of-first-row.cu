// mistake: width-of-first-row, line 8
#include "ell.h"

#define WIDTH
#include "rest.h"

int ell_width(int num_rows, const int *row_ptr) {
  return num_rows > 0 ? row_ptr[1] - row_ptr[0] : 0;
}
