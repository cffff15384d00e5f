// mistake: width-of-longest, line 10
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > width) width = length;
  }
  return width;
}
