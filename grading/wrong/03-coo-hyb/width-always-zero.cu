// mistake: always-zero, line 7
#include "coo-hyb.h"

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  int width = num_rows > 0 ? row_ptr[num_rows] : 0; // no row is longer
  for (int tried = width; tried >= 0; tried--) {
    int filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] >= tried;
    if (3 * filled >= num_rows) width = tried;
  }
  return width;
}
