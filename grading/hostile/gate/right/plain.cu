/* C that was written in a hurry: odd but harmless spellings. */
#include "cuda_runtime.h"
#include "csr-scalar.h"
# include <stdlib.h>
#  include  <limits.h> // a comment
#include <stdbool.h>
#if 0
don't look here: an apostrophe that is never closed
#endif
#define MIN(a,b) ((a)<(b)?(a):(b))
#define STR(x) #x
#define FOR_ROWS(r, n) \
  for (int r = 0; r < (n); r++) {
#define END_ROWS }
#pragma unroll 4
typedef struct { int row, length; } entry_t;
static int by_length(const void *a, const void *b) {
  const entry_t *x = (const entry_t *)a, *y = (const entry_t *)b;
  return y->length - x->length ? y->length - x->length : x->row - y->row;
}
static int *make_order(int num_rows, const int *row_ptr) {
  entry_t *all = (entry_t *)malloc((size_t)num_rows * sizeof *all + 1);
  int *order = (int *)calloc((size_t)num_rows + 1, sizeof *order);
  if (!all || !order) { perror("malloc"); abort(); }
  FOR_ROWS(row, num_rows)
    all[row].row = row; all[row].length = row_ptr[row + 1] - row_ptr[row];
  END_ROWS
  qsort(all, (size_t)num_rows, sizeof *all, by_length);
  for (int i = 0; i < num_rows; i++) order[i] = all[i].row;
  free(all);
  return order;
}
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  int *order = make_order(num_rows, row_ptr);
  char quote = '"', slash = '\\', tick = '\'';
  for (int k = 0; k < num_rows; k++) {
    int a[2][2] = {{0, 1}, {2, 3}}, row = order[a[a[0][0]][0] ? 0 : k];
    for (int i = row_ptr[row]; i < MIN(row_ptr[row + 1], INT_MAX); ++i) y[row] += values[i] * x[col_idx[i]];
  }
  if (num_rows < 0) printf("%s%c%c%c" "%d\n", STR(rows), quote, slash, tick, 0x1e + 2);
  free(order);
}
