/* columns.c: sorts the entries of each column, and compares an answer with the right transpose. */
#include "columns.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

/* ---- entries of a column in order ------------------------------------------------------------ */

/* Orders numbers before NaN, so that any answer can be sorted. */
static bool is_less(double a, double b) {
  return a < b || (isnan(b) && !isnan(a));
}

bool sl_transpose_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

/* Whether entry `a` comes before entry `b`: ordered by row, and within a row by value. */
static bool precedes(const double *rows, const double *values, size_t a, size_t b) {
  if (rows[a] != rows[b]) return rows[a] < rows[b];
  return is_less(values[a], values[b]);
}

static void swap(double *a, double *b) {
  double kept = *a;
  *a = *b;
  *b = kept;
}

static void sink(double *rows, double *values, size_t top, size_t count) {
  for (size_t child; (child = 2 * top + 1) < count; top = child) {
    if (child + 1 < count && precedes(rows, values, child, child + 1)) child++;
    if (!precedes(rows, values, top, child)) return;
    swap(&rows[top], &rows[child]);
    swap(&values[top], &values[child]);
  }
}

/* Heapsort, because it needs no additional memory, and no column is too long for it. */
static void sort_entries(double *rows, double *values, size_t count) {
  for (size_t top = count / 2; top-- > 0;) sink(rows, values, top, count);
  for (size_t end = count; end-- > 1;) {
    swap(&rows[0], &rows[end]);
    swap(&values[0], &values[end]);
    sink(rows, values, 0, end);
  }
}

typedef struct sorting {
  const double *col_ptr;
  int num_cols, num_parts;
  double *rows, *values;
} sorting;

static void sort_part(void *context, int part) {
  const sorting *all = context;
  int last = (int)sl_part_begin(all->num_cols, all->num_parts, part + 1);
  for (int col = (int)sl_part_begin(all->num_cols, all->num_parts, part); col < last; col++) {
    size_t begin = (size_t)all->col_ptr[col], end = (size_t)all->col_ptr[col + 1];
    sort_entries(all->rows + begin, all->values + begin, end - begin);
  }
}

void sl_transpose_sort_columns(const double *col_ptr, int num_cols, double *rows, double *values) {
  int num_parts = sl_parallel_parts((long long)col_ptr[num_cols]);
  sorting all = {col_ptr, num_cols, num_parts, rows, values};
  sl_parallel_run_all(num_parts, sort_part, &all);
}

/* ---- a transpose as it came back ------------------------------------------------------------- */

int sl_transpose_bits(int num_cols) {
  int bits = 0;
  while ((num_cols - 1) >> bits > 0) bits++;
  return bits;
}

bool sl_transpose_is_answer(const char *array) {
  return strcmp(array, "row_idx") == 0 || strcmp(array, "csc_values") == 0;
}

bool sl_transpose_has(const transposed *t, int slot, int k) {
  return t->rows[slot] == t->right_rows[k] &&
         sl_transpose_same(t->values[slot], t->right_values[k]);
}

sl_judgement sl_transpose_explains_unless(bool right) {
  return right ? SL_NEUTRAL : SL_EXPLAINS;
}

static bool equal(const double *got, const double *wanted, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!sl_transpose_same(got[i], wanted[i])) return false;
  }
  return true;
}

bool sl_transpose_look(const sl_evidence *evidence, transposed *t) {
  const sl_array *col_ptr = sl_problem_find(evidence->problem, "col_ptr");
  const double *got = sl_evidence_answer(evidence, "col_ptr");
  *t = (transposed){.num_cols = (int)col_ptr->count - 1,
                    .nnz = evidence->given->matrix.nnz,
                    .col_idx = sl_problem_find(evidence->problem, "col_idx")->ints,
                    .col_ptr = col_ptr->expected,
                    .right_rows = sl_problem_find(evidence->problem, "row_idx")->expected,
                    .right_values = sl_problem_find(evidence->problem, "csc_values")->expected,
                    .rows = sl_evidence_answer(evidence, "row_idx"),
                    .values = sl_evidence_answer(evidence, "csc_values")};
  if (!t->rows || !t->values || !got) return false;
  t->rows_right = equal(t->rows, t->right_rows, (size_t)t->nnz);
  t->values_right = equal(t->values, t->right_values, (size_t)t->nnz);
  return equal(got, t->col_ptr, col_ptr->count);
}

bool sl_transpose_same_by_column(const transposed *t, const double *rows, const double *values,
                                 const double *wanted_rows, const double *wanted_values) {
  const double *const from[] = {rows, values, wanted_rows, wanted_values};
  size_t nnz = (size_t)t->nnz;
  double *to;
  if (sl_alloc(4 * nnz, sizeof *to, "a model of a mistake", &to) != SL_OK) return false;
  for (size_t i = 0; i < 4; i++) {
    if (from[i] && nnz) memcpy(to + i * nnz, from[i], nnz * sizeof *to);
  }
  sl_transpose_sort_columns(t->col_ptr, t->num_cols, to, to + nnz);
  sl_transpose_sort_columns(t->col_ptr, t->num_cols, to + 2 * nnz, to + 3 * nnz);
  bool same = equal(to, to + 2 * nnz, 2 * nnz);
  sl_free(to);
  return same;
}

bool sl_transpose_same_entries(const transposed *t) {
  return sl_transpose_same_by_column(t, t->rows, t->values, t->right_rows, t->right_values);
}

bool sl_transpose_same_values(const transposed *t, const double *wanted) {
  return sl_transpose_same_by_column(t, NULL, t->values, NULL, wanted);
}
