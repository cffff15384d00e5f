/* definite.c: makes symmetric positive definite matrices with the structure of any square matrix,
 * and recognizes diagonally dominant ones. */
#include "matrix/definite.h"

#include "matrix/csc.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* The entries of one row, sorted by column. */
typedef struct sl_definite_row {
  const int *cols;
  const double *values;
  int count;
} sl_definite_row;

static sl_definite_row row_of(const int *row_ptr, const int *cols, const double *values, int row) {
  int begin = row_ptr[row];
  return (sl_definite_row){cols + begin, values + begin, row_ptr[row + 1] - begin};
}

/* The lowest column at or after position `at_a` of row a and `at_b` of row b; INT_MAX at the end of
 * both rows. */
static int next_col(const sl_definite_row *a, int at_a, const sl_definite_row *b, int at_b) {
  int col_a = at_a < a->count ? a->cols[at_a] : INT_MAX;
  int col_b = at_b < b->count ? b->cols[at_b] : INT_MAX;
  return col_a < col_b ? col_a : col_b;
}

static double take(const sl_definite_row *row, int *at, int col) {
  if (*at == row->count || row->cols[*at] != col) return 0;
  return fabs(row->values[(*at)++]);
}

/* Makes row `row` of the result from the same row `a` of the matrix and `b` of its transpose, and
 * returns its number of entries. The row always has a diagonal entry. If `cols` is NULL, the
 * entries are only counted. */
static int merge(sl_definite_row a, sl_definite_row b, int row, int *cols, double *values) {
  int count = 0, at_a = 0, at_b = 0, diagonal = -1;
  double sum = 0;
  for (;;) {
    int col = next_col(&a, at_a, &b, at_b);
    if (diagonal < 0 && col > row) col = row;
    if (col == INT_MAX) break;
    double value = (take(&a, &at_a, col) + take(&b, &at_b, col)) / 2;
    if (col == row) {
      diagonal = count;
    } else {
      sum += value;
    }
    if (cols) {
      cols[count] = col;
      values[count] = col == row ? 0 : -value;
    }
    count++;
  }
  if (cols) values[diagonal] = sum > 0 ? sum * 65 / 64 : 1;
  return count;
}

static sl_definite_row of_matrix(const sl_csr *m, int row) {
  return row_of(m->row_ptr, m->col_idx, m->values, row);
}

static sl_definite_row of_transpose(const sl_csc *m, int row) {
  return row_of(m->col_ptr, m->row_idx, m->values, row);
}

static sl_status make_from(const sl_csr *from, const sl_csc *transpose, sl_csr *out) {
  long long nnz = 0;
  for (int row = 0; row < from->num_rows; row++) {
    nnz += merge(of_matrix(from, row), of_transpose(transpose, row), row, NULL, NULL);
  }
  if (nnz > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "the symmetric matrix would have %lld entries, more than an int "
                   "can count",
                   nnz);
  }
  SL_TRY(sl_csr_make(from->num_rows, from->num_cols, (int)nnz, out));
  for (int row = 0; row < from->num_rows; row++) {
    int at = out->row_ptr[row];
    out->row_ptr[row + 1] = at + merge(of_matrix(from, row), of_transpose(transpose, row), row,
                                       out->col_idx + at, out->values + at);
  }
  return SL_OK;
}

sl_status sl_definite_make(const sl_csr *from, sl_csr *out) {
  sl_csc transpose;
  memset(out, 0, sizeof *out);
  if (from->num_rows != from->num_cols) {
    return sl_fail(SL_ERR_INPUT, "a matrix of %d by %d has no inverse; a solver needs a square one",
                   from->num_rows, from->num_cols);
  }
  SL_TRY(sl_csc_from_csr(from, &transpose));
  sl_status status = make_from(from, &transpose, out);
  sl_csc_free(&transpose);
  return status;
}

/* By how much the diagonal entry exceeds the sum of the other magnitudes of the row; negative if it
 * is less. `number` is the index of the row. */
static double excess(sl_definite_row row, int number) {
  double sum = 0;
  for (int k = 0; k < row.count; k++) {
    sum += row.cols[k] == number ? row.values[k] : -fabs(row.values[k]);
  }
  return sum;
}

static bool same(sl_definite_row a, sl_definite_row b) {
  if (a.count != b.count) return false;
  for (int k = 0; k < a.count; k++) {
    if (a.cols[k] != b.cols[k] || a.values[k] != b.values[k]) return false;
  }
  return true;
}

sl_status sl_definite_is(const sl_csr *matrix, bool *is_out) {
  sl_csc transpose;
  *is_out = false;
  if (matrix->num_rows != matrix->num_cols) return SL_OK;
  SL_TRY(sl_csc_from_csr(matrix, &transpose));
  bool symmetric = true, dominant = true, strictly = false;
  for (int row = 0; row < matrix->num_rows && symmetric && dominant; row++) {
    sl_definite_row entries = of_matrix(matrix, row);
    double above = excess(entries, row);
    symmetric = same(entries, of_transpose(&transpose, row));
    dominant = entries.count > 0 && above >= 0;
    strictly = strictly || above > 0;
  }
  sl_csc_free(&transpose);
  *is_out = symmetric && dominant && strictly;
  return SL_OK;
}
