/** @file sparse.h
 *  Random sparse matrices for the kernels of SpMV, as rows of irregular length.
 */
#ifndef LENS_VERIFY_SPARSE_H
#define LENS_VERIFY_SPARSE_H

#include "inputs.h"

struct sparse {
  int num_rows, num_columns, nnz, widest;
  int *row_ptr, *col_idx; /* on the host */
};

/** Row lengths below `widest`: even, irregular, with empty rows, or with a few very long ones. */
static sparse make_sparse(int input) {
  static const int rows[NUM_INPUTS] = {64, 512, 1001, 1500, 777};
  sparse a = {rows[input], rows[input] + 13 * input, 0, 0, NULL, NULL};
  a.row_ptr = (int *)malloc((a.num_rows + 1) * sizeof(int));
  a.row_ptr[0] = 0;
  for (int i = 0; i < a.num_rows; i++) {
    int length = input == 1 ? 16 : random_below(input == 3 ? 8 : 24);
    if (input == 4 && i % 100 == 50) length = 300;
    if (length > a.widest) a.widest = length;
    a.row_ptr[i + 1] = a.row_ptr[i] + length;
  }
  a.nnz = a.row_ptr[a.num_rows];
  a.col_idx = (int *)malloc(a.nnz * sizeof(int));
  for (int k = 0; k < a.nnz; k++) a.col_idx[k] = random_below(a.num_columns);
  return a;
}

#endif
