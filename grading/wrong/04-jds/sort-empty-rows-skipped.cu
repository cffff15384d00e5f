// mistake: empty-rows-lost, line 21
#include "jds.h"

#include <stdlib.h>

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  int longest = 0, taken = 0;
  for (int row = 0; row < num_rows; row++) longest = max(longest, row_ptr[row + 1] - row_ptr[row]);
  int *count = (int *)calloc(longest + 1, sizeof(int));
  int *place = (int *)calloc(longest + 1, sizeof(int));
  for (int row = 0; row < num_rows; row++) count[row_ptr[row + 1] - row_ptr[row]]++;
  for (int length = longest; length > 0; length--) {
    place[length] = taken;
    taken += count[length];
  }
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > 0) perm[place[length]++] = row;
  }
  free(count);
  free(place);
}
