// mistake: order-lost, line 12
#include "jds.h"

#define SORT
#include "rest.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  std::stable_sort(perm, perm + num_rows, [&](int a, int b) {
    return row_ptr[a + 1] - row_ptr[a] < row_ptr[b + 1] - row_ptr[b];
  });
  for (int i = 0; i < num_rows / 2; i++) std::swap(perm[i], perm[num_rows - 1 - i]);
}
