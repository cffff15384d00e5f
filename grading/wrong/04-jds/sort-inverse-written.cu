// mistake: inverse-written, line 14
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  for (int row = 0; row < num_rows; row++) {
    int place = 0;
    for (int other = 0; other < num_rows; other++) {
      int difference = row_ptr[other + 1] - row_ptr[other] - (row_ptr[row + 1] - row_ptr[row]);
      place += difference > 0 || (difference == 0 && other < row);
    }
    perm[row] = place;
  }
}
