// mistake: empty-rows-not-skipped, line 10
#include "coo-hyb.h"

#define COO
#include "rest.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  int row = 0;
  for (int k = 0; k < row_ptr[num_rows]; k++) {
    if (k >= row_ptr[row + 1]) row++;
    row_idx[k] = row;
  }
}
