// mistake: last-row-missed, line 9
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  int taken = 0;
  for (int length = row_ptr[num_rows]; length >= 0; length--) {
    for (int row = 0; row < num_rows - 1; row++) {
      if (row_ptr[row + 1] - row_ptr[row] == length) perm[taken++] = row;
    }
  }
}
