/* cpu_real.h: y ← y + A x on the CPU for one scalar type.
 *
 * cpu_spmv.c includes this file twice, for float and for double. REAL is the type, and TYPED(name)
 * the name of a function for this type. This is why the file has no include guard. */

static void TYPED(convert)(const double *from, size_t count, void *to) {
  REAL *converted = to;
  for (size_t k = 0; k < count; k++) converted[k] = (REAL)from[k];
}

/* Fills elements `first` to `end` − 1 of a vector with the random numbers that belong there. */
static void TYPED(fill_random)(sl_random random, size_t first, size_t end, void *to) {
  REAL *filled = to;
  sl_random_skip(&random, first);
  for (size_t k = first; k < end; k++) filled[k] = (REAL)(2 * sl_random_unit(&random) - 1);
}

/* Multiplies all rows with the loop that a student would write first, on one core. */
static void TYPED(rows)(const sl_cpu_spmv *spmv) {
  const int *row_ptr = spmv->row_ptr;
  const int *col_idx = spmv->col_idx;
  const REAL *values = spmv->values;
  const REAL *x = spmv->x;
  REAL *y = spmv->y;
  for (int row = 0; row < spmv->num_rows; row++) {
    REAL sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}

/* Prefetches the entries two kilobytes ahead. On some machines, in particular virtual ones, the
 * hardware does not prefetch, and a core would wait for each cache line. An address beyond the
 * arrays is harmless, because a prefetch never faults. */
static inline void TYPED(prefetch)(const sl_cpu_spmv *spmv, int k) {
  enum { AHEAD_BYTES = 2048 };
  const REAL *values = spmv->values;
  __builtin_prefetch((const char *)(values + k) + AHEAD_BYTES);
  __builtin_prefetch((const char *)(spmv->col_idx + k) + AHEAD_BYTES);
}

/* Returns the sum of entries k to `end` − 1, each times its element of x. An addition waits for the
 * previous one, so a long row uses four partial sums; a short row is faster with one. */
static inline REAL TYPED(product)(const sl_cpu_spmv *spmv, int k, int end) {
  const int *col_idx = spmv->col_idx;
  const REAL *values = spmv->values;
  const REAL *x = spmv->x;
  REAL sum = 0;
  TYPED(prefetch)(spmv, k);
  if (end - k >= 8) {
    REAL second = 0, third = 0, fourth = 0;
    do {
      sum += values[k] * x[col_idx[k]];
      second += values[k + 1] * x[col_idx[k + 1]];
      third += values[k + 2] * x[col_idx[k + 2]];
      fourth += values[k + 3] * x[col_idx[k + 3]];
      k += 4;
      TYPED(prefetch)(spmv, k);
    } while (end - k >= 4);
    sum = (sum + second) + (third + fourth);
  }
  for (; k < end; k++) sum += values[k] * x[col_idx[k]];
  return sum;
}

/* Multiplies the rows of one part. If the part ends inside a row, its partial sum of that row goes
 * to `shares`. */
static void TYPED(part)(const sl_cpu_spmv *spmv, int part) {
  const int *row_ptr = spmv->row_ptr;
  REAL *y = spmv->y;
  const sl_cpu_part *own = &spmv->parts[part], *next = own + 1;
  int k = own->entry;
  for (int row = own->row; row < next->row; row++) {
    int end = row_ptr[row + 1];
    y[row] += TYPED(product)(spmv, k, end);
    k = end;
  }
  spmv->shares[part].TYPED(share) = TYPED(product)(spmv, k, next->entry);
}

static void TYPED(finish)(const sl_cpu_spmv *spmv) {
  REAL *y = spmv->y;
  for (int part = 0; part < spmv->num_parts; part++) {
    int row = spmv->parts[part + 1].row;
    if (row < spmv->num_rows) y[row] += spmv->shares[part].TYPED(share);
  }
}
