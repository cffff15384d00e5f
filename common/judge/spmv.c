/* spmv.c: poses y ← y + A x, and computes the products of a row. */
#include "judge/spmv.h"

#include "matrix/csc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct entry_names {
  char col_idx[24], values[24];
} entry_names;

static entry_names names_with(const char *prefix) {
  entry_names names;
  (void)snprintf(names.col_idx, sizeof names.col_idx, "%scol_idx", prefix);
  (void)snprintf(names.values, sizeof names.values, "%svalues", prefix);
  return names;
}

sl_status sl_spmv_pose_entries(const char *prefix, enum sl_wire_place place, const int *col_idx,
                               const double *values, size_t count, sl_problem *out) {
  entry_names names = names_with(prefix);
  SL_TRY(sl_problem_ints(out, names.col_idx, place, SL_IN, col_idx, count));
  return sl_problem_reals(out, names.values, place, SL_IN, values, count);
}

sl_status sl_spmv_expect_entries(const char *prefix, const int *col_idx, const double *values,
                                 size_t count, sl_problem *out) {
  entry_names names = names_with(prefix);
  SL_TRY(sl_problem_expect_ints(out, names.col_idx, SL_HOST, col_idx, count));
  return sl_problem_expect_reals(out, names.values, SL_HOST, values, count);
}

sl_status sl_spmv_pose_csr(const sl_csr *a, enum sl_wire_place place, sl_problem *out) {
  size_t pointers = (size_t)a->num_rows + 1;
  SL_TRY(sl_problem_ints(out, "row_ptr", place, SL_IN, a->row_ptr, pointers));
  return sl_spmv_pose_entries("", place, a->col_idx, a->values, (size_t)a->nnz, out);
}

/* Counts a product and an addition for each entry, as usual. */
static double operations_of(const sl_csr *a) {
  return 2.0 * a->nnz;
}

sl_status sl_spmv_pose_vectors(const sl_case *given, enum sl_wire_place place, double traffic_bytes,
                               sl_problem *out) {
  const sl_csr *a = &given->matrix;
  double *expected, *bound;
  SL_TRY(sl_problem_reals(out, "x", place, SL_IN, given->x, (size_t)a->num_cols));
  SL_TRY(sl_problem_reals(out, "y", place, SL_INOUT, given->y, (size_t)a->num_rows));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  sl_reference_spmv(a, given->x, given->y, given->precision, expected, bound);
  if (given->exact) memset(bound, 0, (size_t)a->num_rows * sizeof *bound);
  double written_bytes = (double)a->num_rows * (double)sl_spmv_precision_bytes(given->precision);
  out->traffic_bytes = traffic_bytes;
  out->read_bytes = traffic_bytes - written_bytes;
  out->operations = operations_of(a);
  out->is_spmv = true;
  return SL_OK;
}

/* expected = α A x + β y and bound = c · (n + 2) · u · (|α| |A||x| + |β| |y|), from the values for
 * A x. The last steps use long double, so that they add no rounding to the reference's.
 */
static void scale_answer(const sl_case *given, double alpha, double beta, double *expected,
                         double *bound) {
  const sl_csr *a = &given->matrix;
  double u = sl_spmv_unit_roundoff(given->precision);
  for (int row = 0; row < a->num_rows; row++) {
    double of_y = SL_BOUND_C * (sl_csr_row_length(a, row) + 2) * u * fabs(given->y[row]);
    long double sum = (long double)alpha * expected[row];
    if (beta != 0) sum += (long double)beta * given->y[row];
    expected[row] = (double)sum;
    bound[row] = given->exact ? 0 : fabs(alpha) * bound[row] + fabs(beta) * of_y;
  }
}

sl_status sl_spmv_pose_scaled_vectors(const sl_case *given, enum sl_wire_place place, double alpha,
                                      double beta, double traffic_bytes, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t rows = (size_t)a->num_rows;
  double *expected, *bound, *zeros;
  SL_TRY(sl_problem_real(out, "alpha", alpha));
  SL_TRY(sl_problem_real(out, "beta", beta));
  SL_TRY(sl_problem_reals(out, "x", place, SL_IN, given->x, (size_t)a->num_cols));
  SL_TRY(sl_problem_reals(out, "y", place, beta == 0 ? SL_OUT : SL_INOUT,
                          beta == 0 ? NULL : given->y, rows));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  SL_TRY(sl_problem_own(out, rows, sizeof *zeros, &zeros));
  sl_reference_spmv(a, given->x, zeros, given->precision, expected, bound);
  scale_answer(given, alpha, beta, expected, bound);
  double y_bytes = (double)rows * (double)sl_spmv_precision_bytes(given->precision);
  out->traffic_bytes = beta == 0 ? traffic_bytes - y_bytes : traffic_bytes;
  out->read_bytes = out->traffic_bytes - y_bytes;
  out->operations = operations_of(a);
  out->is_spmv = true;
  return SL_OK;
}

sl_status sl_spmv_check_bytes(const sl_case *given, const char *format, double bytes) {
  if (bytes <= (double)given->device_bytes) return SL_OK;
  double csr = given->matrix.nnz * sl_spmv_entry_bytes(given->precision);
  return sl_fail(SL_ERR_SIZE,
                 "%s would take %.1f MB for entries that take %.1f MB in CSR; a case may take %.1f "
                 "MB here",
                 format, bytes * 1e-6, csr * 1e-6, (double)given->device_bytes * 1e-6);
}

/* Whether a matrix has the same entries by rows as by columns. */
static bool is_symmetric(const sl_csr *rows, const sl_csc *columns) {
  size_t nnz = (size_t)rows->nnz, pointers = (size_t)rows->num_rows + 1;
  return memcmp(rows->row_ptr, columns->col_ptr, pointers * sizeof(int)) == 0 &&
         memcmp(rows->col_idx, columns->row_idx, nnz * sizeof(int)) == 0 &&
         memcmp(rows->values, columns->values, nnz * sizeof(double)) == 0;
}

/* Returns the first row without a diagonal element above 0, or −1. */
static int row_without_diagonal(const sl_csr *a) {
  for (int row = 0; row < a->num_rows; row++) {
    double diagonal = 0;
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) diagonal += a->values[k];
    }
    if (!(diagonal > 0)) return row;
  }
  return -1;
}

sl_status sl_spmv_check_symmetric(const sl_case *given) {
  const sl_csr *a = &given->matrix;
  sl_csc columns = {.nnz = 0};
  sl_csr sorted = {.nnz = 0};
  bool symmetric = false;
  if (a->num_rows == a->num_cols) {
    sl_status status = sl_csc_from_csr(a, &columns);
    if (status == SL_OK) status = sl_csc_to_csr(&columns, &sorted);
    if (status == SL_OK) symmetric = is_symmetric(&sorted, &columns);
    sl_csr_free(&sorted);
    sl_csc_free(&columns);
    SL_TRY(status);
  }
  if (!symmetric) return sl_fail(SL_ERR_SIZE, "the matrix is not symmetric");
  int row = row_without_diagonal(a);
  if (row < 0) return SL_OK;
  return sl_fail(SL_ERR_SIZE,
                 "the matrix is not positive definite: its diagonal element in row %d is not above "
                 "0",
                 row);
}

double sl_spmv_entry_bytes(sl_precision precision) {
  return (double)(sl_spmv_precision_bytes(precision) + sizeof(int));
}

double sl_spmv_csr_bytes(const sl_csr *a, sl_precision precision) {
  return a->nnz * sl_spmv_entry_bytes(precision) + sizeof(int) * (a->num_rows + 1.0);
}

double sl_spmv_row_product(const sl_case *given, int k) {
  return given->matrix.values[k] * given->x[given->matrix.col_idx[k]];
}

double sl_spmv_row_right(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) sum += sl_spmv_row_product(given, k);
  return sum;
}
