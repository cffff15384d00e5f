// mistake: rising-length, line 7
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  std::stable_sort(perm, perm + num_rows, [&](int a, int b) {
    return row_ptr[a + 1] - row_ptr[a] < row_ptr[b + 1] - row_ptr[b];
  });
}
