// mistake: always-zero, line 15, lens only
#include "coo-hyb.h"

#include <stdlib.h>

#define WIDTH
#include "rest.h"

int hyb_width(int num_rows, const int *row_ptr) {
  int longest = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) longest = length;
  }
  int *rows_of_length = (int *)malloc(((size_t)longest + 1) * sizeof(int));
  for (int row = 0; row < num_rows; row++) rows_of_length[row_ptr[row + 1] - row_ptr[row]]++;
  int width = longest;
  long long filled = 0;
  for (; width > 0; width--) {
    filled += rows_of_length[width];
    if (3 * filled >= num_rows) break;
  }
  free(rows_of_length);
  return width;
}
