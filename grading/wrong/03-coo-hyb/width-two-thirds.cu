// mistake: two-thirds, line 12
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (;;) {
    int filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] > width;
    if (num_rows == 0 || 3 * filled < 2 * num_rows) return width;
    width++;
  }
}
