/* cpu_real.h: the CPU's y ← y + A x for one scalar type.
 *
 * Included twice by cpu_spmv.c, with REAL the type and TYPED(name) the name of its functions; so
 * float and double are the same lines, and no include guard. */

static void TYPED(convert)(const double *from, size_t count, void *to) {
  REAL *converted = to;
  for (size_t k = 0; k < count; k++) converted[k] = (REAL)from[k];
}

static void TYPED(fill_random)(sl_random random, size_t count, void *to) {
  REAL *filled = to;
  for (size_t k = 0; k < count; k++) filled[k] = (REAL)(2 * sl_random_unit(&random) - 1);
}

/* The loop a student would write first; all times of CPUs in the kit are its. */
static void TYPED(rows)(const sl_cpu_spmv *spmv, int first, int last) {
  const int *row_ptr = spmv->matrix->row_ptr;
  const int *col_idx = spmv->matrix->col_idx;
  const REAL *values = spmv->values;
  const REAL *x = spmv->x;
  REAL *y = spmv->y;
  for (int row = first; row < last; row++) {
    REAL sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
