/* spmv.c: posing y ← y + A x, and mistakes in it that do not depend on the format. */
#include "judge/spmv.h"

#include <math.h>
#include <string.h>

sl_status sl_pose_vectors(const sl_case *given, enum sl_wire_place place, double traffic_bytes,
                          sl_problem *out) {
  const sl_csr *a = &given->matrix;
  double *expected, *bound;
  SL_TRY(sl_problem_reals(out, "x", place, SL_IN, given->x, (size_t)a->num_cols));
  SL_TRY(sl_problem_reals(out, "y", place, SL_INOUT, given->y, (size_t)a->num_rows));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  sl_reference_spmv(a, given->x, given->y, given->precision, expected, bound);
  if (given->exact) memset(bound, 0, (size_t)a->num_rows * sizeof *bound);
  double written_bytes = (double)a->num_rows * (double)sl_precision_bytes(given->precision);
  out->traffic_bytes = traffic_bytes;
  out->read_bytes = traffic_bytes - written_bytes;
  return SL_OK;
}

sl_status sl_case_check_bytes(const sl_case *given, const char *format, double bytes) {
  if (bytes <= (double)given->device_bytes) return SL_OK;
  double entries = (double)given->matrix.nnz;
  double csr = entries * (double)(sl_precision_bytes(given->precision) + sizeof(int));
  return sl_fail(SL_ERR_SIZE,
                 "%s would take %.1f MB for entries that take %.1f MB in CSR; a case may take %.1f "
                 "MB here",
                 format, bytes * 1e-6, csr * 1e-6, (double)given->device_bytes * 1e-6);
}

void sl_predict_by_row(const sl_evidence *evidence, sl_row_rule *rule, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    y[row] += rule(evidence->given, row);
  }
}

double sl_row_product(const sl_case *given, int k) {
  return given->matrix.values[k] * given->x[given->matrix.col_idx[k]];
}

double sl_row_right(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) sum += sl_row_product(given, k);
  return sum;
}

static double last_product(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  bool empty = a->row_ptr[row] == a->row_ptr[row + 1];
  return empty ? 0 : sl_row_product(given, a->row_ptr[row + 1] - 1);
}

static double without_x(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) sum += a->values[k];
  return sum;
}

static double x_by_row(const sl_case *given, int row) {
  double sum = without_x(given, row);
  if (sum == 0) return 0;
  return row < given->matrix.num_cols ? sum * given->x[row] : (double)NAN;
}

void sl_predict_overwritten(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  memset(y, 0, (size_t)evidence->given->matrix.num_rows * sizeof *y);
  sl_predict_by_row(evidence, sl_row_right, answers);
}

void sl_predict_last_product(const sl_evidence *evidence, double *const *answers) {
  sl_predict_by_row(evidence, last_product, answers);
}

void sl_predict_without_x(const sl_evidence *evidence, double *const *answers) {
  sl_predict_by_row(evidence, without_x, answers);
}

void sl_predict_x_by_row(const sl_evidence *evidence, double *const *answers) {
  sl_predict_by_row(evidence, x_by_row, answers);
}

void sl_predict_last_row_missed(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  int last = evidence->given->matrix.num_rows - 1;
  for (int row = 0; row < last; row++) y[row] += sl_row_right(evidence->given, row);
}
