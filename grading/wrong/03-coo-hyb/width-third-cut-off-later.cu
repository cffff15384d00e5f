// mistake: third-cut-off, line 7
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  for (int width = 0;; width++) {
    long long filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] > width;
    if (num_rows == 0 || 1000 * filled < 333LL * num_rows) return width;
  }
}
