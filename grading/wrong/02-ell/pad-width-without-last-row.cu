// mistake: width-without-last-row, line 9
#include "ell.h"

#define WIDTH
#include "rest.h"

int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 0; row < num_rows - 1; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > width) width = length;
  }
  return width;
}
