// mistake: lengths-not-summed, line 12
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  int width = num_rows > 0 ? row_ptr[num_rows] : 0; // no row is longer
  for (; width > 0; width--) {
    int as_long = 0;
    for (int row = 0; row < num_rows; row++) as_long += row_ptr[row + 1] - row_ptr[row] == width;
    if (3 * as_long >= num_rows) break;
  }
  return width;
}
