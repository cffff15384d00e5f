/* compressed.c: the checks that CSR and CSC have in common. */
#include "matrix/compressed.h"

#include "base/parallel.h"

#include <math.h>
#include <stddef.h>

bool sl_compressed_value_is_finite(double value) {
  return isfinite(value) != 0;
}

sl_status sl_compressed_check_sizes(const char *format, int num_rows, int num_cols, int nnz) {
  if (num_rows >= 0 && num_cols >= 0 && nnz >= 0) return SL_OK;
  return sl_fail(SL_ERR_SIZE,
                 "a %s matrix of %d rows, %d columns and %d entries has a negative size; sizes run "
                 "from 0 to 2147483647, look for an overflow where they were computed",
                 format, num_rows, num_cols, nnz);
}

static sl_status check_arrays(const sl_compressed *m) {
  if (m->num_lines < 0 || m->num_others < 0 || m->nnz < 0) {
    return sl_fail(SL_ERR_INPUT,
                   "a %s matrix has a negative size (%d %ss, %d %ss, %d entries); set sizes of 0 "
                   "or more",
                   m->format, m->num_lines, m->line, m->num_others, m->other, m->nnz);
  }
  if (m->ptr && (m->nnz == 0 || (m->idx && m->values))) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "a %s matrix has no arrays; make it before using it", m->format);
}

static sl_status check_pointers(const sl_compressed *m) {
  if (m->ptr[0] != 0) {
    return sl_fail(SL_ERR_INPUT, "%s: the %s pointers start with %d; the first must be 0",
                   m->format, m->line, m->ptr[0]);
  }
  for (int line = 0; line < m->num_lines; line++) {
    if (m->ptr[line + 1] >= m->ptr[line]) continue;
    return sl_fail(SL_ERR_INPUT,
                   "%s: %s %d begins at entry %d and ends before it, at %d; the %s pointers must "
                   "never fall",
                   m->format, m->line, line, m->ptr[line], m->ptr[line + 1], m->line);
  }
  if (m->ptr[m->num_lines] == m->nnz) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s: the %s pointers end with %d, but the matrix has %d entries; the last pointer "
                 "must be the number of entries",
                 m->format, m->line, m->ptr[m->num_lines], m->nnz);
}

static sl_status check_line(const sl_compressed *m, int line) {
  for (int k = m->ptr[line]; k < m->ptr[line + 1]; k++) {
    if (m->idx[k] < 0 || m->idx[k] >= m->num_others) {
      return sl_fail(SL_ERR_INPUT,
                     "%s: %s %d, entry %d: %s index %d is outside of 0 to %d; indices count from 0",
                     m->format, m->line, line, k, m->other, m->idx[k], m->num_others - 1);
    }
    if (!sl_compressed_value_is_finite(m->values[k])) {
      return sl_fail(SL_ERR_INPUT,
                     "%s: %s %d, entry %d: the value is %g; only finite values can be judged",
                     m->format, m->line, line, k, m->values[k]);
    }
  }
  return SL_OK;
}

static void find_bad_entry(void *context, int part) {
  sl_parallel_search *all = context;
  const sl_compressed *m = all->at;
  int k, end;
  sl_looking_range(all, part, &k, &end);
  for (; k < end; k++) {
    if (m->idx[k] >= 0 && m->idx[k] < m->num_others && sl_compressed_value_is_finite(m->values[k]))
      continue;
    all->found[part] = k;
    return;
  }
}

sl_status sl_compressed_check(const sl_compressed *matrix) {
  SL_TRY(check_arrays(matrix));
  /* Checks all pointers before any entry is read, because the pointers say where the entries
   * are. */
  SL_TRY(check_pointers(matrix));
  int entry = sl_parallel_find(matrix, matrix->nnz, find_bad_entry);
  if (entry < 0) return SL_OK;
  int line = 0;
  while (matrix->ptr[line + 1] <= entry) line++;
  return check_line(matrix, line);
}
