// mistake: third-cut-off, line 11
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  for (int width = 0;; width++) {
    int filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] > width;
    if (num_rows == 0 || filled < 0.33 * num_rows) return width;
  }
}
