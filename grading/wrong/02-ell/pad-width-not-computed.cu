// mistake: width-not-computed, line 9
#include "ell.h"

#define WIDTH
#include "rest.h"

int ell_width(int num_rows, const int *row_ptr) {
  (void)num_rows, (void)row_ptr;
  return 0;
}
