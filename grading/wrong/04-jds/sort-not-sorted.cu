// mistake: not-sorted, line 8
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  for (int row = 0; row < num_rows; row++) perm[row] = row;
}
