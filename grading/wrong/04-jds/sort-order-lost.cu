// mistake: order-lost, line 12
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  for (int end = num_rows - 1; end > 0; end--) {
    int shortest = 0;
    for (int i = 1; i <= end; i++) {
      int length = row_ptr[perm[i] + 1] - row_ptr[perm[i]];
      if (length < row_ptr[perm[shortest] + 1] - row_ptr[perm[shortest]]) shortest = i;
    }
    std::swap(perm[shortest], perm[end]);
  }
}
