/* system.c: the systems of equations of lab 07, for all its tasks. */
#include "system.h"
#include "judge/spmv.h"

#include <math.h>
#include <string.h>

sl_status sl_cg_system_of(const sl_case *given, void (*fill)(const sl_csr *a, double *values),
                          sl_problem *out, sl_case *system) {
  *system = *given;
  if (!sl_csr_is_sorted(&given->matrix)) {
    return sl_fail(SL_ERR_SIZE, "the matrix has unsorted rows or several entries in one place");
  }
  if (given->exact) {
    double *values;
    SL_TRY(sl_problem_own(out, (size_t)given->matrix.nnz, sizeof *values, &values));
    fill(&given->matrix, values);
    system->matrix.values = values;
    out->values = values;
  }
  return sl_spmv_check_symmetric(system);
}

void sl_cg_fill_diagonal(const sl_csr *a, double *values) {
  enum { POWERS = 3 };
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      values[k] = a->col_idx[k] == row ? 1 << row % POWERS : 0;
    }
  }
}

double sl_cg_rounded(const sl_case *given, double value) {
  return given->precision == SL_F32 ? (double)(float)value : value;
}

sl_status sl_cg_inverse_of(const sl_case *system, sl_problem *out, double **inverse_out) {
  const sl_csr *a = &system->matrix;
  SL_TRY(sl_problem_own(out, system->n, sizeof **inverse_out, inverse_out));
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) (*inverse_out)[row] = sl_cg_rounded(system, 1 / a->values[k]);
    }
  }
  return SL_OK;
}

bool sl_cg_is_called(const sl_case *given, const char *name) {
  size_t length = strlen(given->name), wanted = strlen(name);
  return length >= wanted && strcmp(given->name + length - wanted, name) == 0;
}

sl_status sl_cg_pose_matrix(const sl_case *system, enum sl_wire_place place, sl_problem *out) {
  SL_TRY(sl_problem_int(out, "num_rows", system->matrix.num_rows));
  return sl_spmv_pose_csr(&system->matrix, place, out);
}

sl_status sl_cg_copy_of(const double *values, size_t n, sl_problem *out, double **copy_out) {
  SL_TRY(sl_problem_own(out, n, sizeof *values, copy_out));
  if (n) memcpy(*copy_out, values, n * sizeof *values);
  return SL_OK;
}

/* ---- what a case says ------------------------------------------------------------------------ */

static const double *reals_of(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->reals : NULL;
}

static int int_of(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->ints[0] : 0;
}

posed sl_cg_posed_of(const sl_problem *problem, const sl_case *given) {
  const double *tolerance = reals_of(problem, "tolerance");
  return (posed){.a = &given->matrix,
                 .values = reals_of(problem, "values"),
                 .inverse = reals_of(problem, "inverse"),
                 .b = reals_of(problem, "b"),
                 .count = int_of(problem, "count"),
                 .most = int_of(problem, "most"),
                 .tolerance = tolerance ? tolerance[0] : 0};
}

double sl_cg_drift_of(const posed *p, const double *x, const double *b, double u,
                      double iterations) {
  const sl_csr *a = p->a;
  double sum = 0;
  for (int row = 0; row < a->num_rows; row++) {
    double size = fabs(b[row]);
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      size += fabs(p->values[k] * x[a->col_idx[k]]);
    }
    size *= SL_BOUND_C * u * (iterations + sl_csr_row_length(a, row) + 2);
    sum += size * size;
  }
  return sqrt(sum);
}
