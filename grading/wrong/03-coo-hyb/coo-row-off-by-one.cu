// mistake: row-off-by-one, line 10
#include "coo-hyb.h"

#define COO
#include "rest.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  for (int row = 1; row <= num_rows; row++) {
    for (int k = row_ptr[row - 1]; k < row_ptr[row]; k++) {
      row_idx[k] = row;
    }
  }
}
