// mistake: own-memory-too-short, line 13, lens only
#include "jds.h"

#include <stdlib.h>

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  int longest = 0, taken = 0;
  for (int row = 0; row < num_rows; row++) longest = max(longest, row_ptr[row + 1] - row_ptr[row]);
  int *count = (int *)calloc(longest, sizeof(int));
  for (int row = 0; row < num_rows; row++) count[row_ptr[row + 1] - row_ptr[row]]++;
  for (int length = longest; length >= 0; length--) {
    int rows = count[length];
    count[length] = taken;
    taken += rows;
  }
  for (int row = 0; row < num_rows; row++) perm[count[row_ptr[row + 1] - row_ptr[row]]++] = row;
  free(count);
}
