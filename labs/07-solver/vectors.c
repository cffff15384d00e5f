/* vectors.c: the tasks dot, update and spmv of lab 07. */
#include "judge/findings.h"
#include "judge/spmv.h"
#include "reference/cpu_code.h"
#include "solver.h"
#include "system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the CPU does ----------------------------------------------------------------------- */

static const sl_cpu_code cpu_dot = {.arrays = "x y sum",
                                    .part = sl_cpu_code_dot,
                                    .finish = sl_cpu_code_finish_dot,
                                    .parallel = true};
static const sl_cpu_code cpu_update = {.arrays = "inverse p q x r z scalars",
                                       .part = sl_cpu_code_update,
                                       .finish = sl_cpu_code_finish_update,
                                       .parallel = true};
_Static_assert((int)CG_RR == (int)SL_CPU_RR && (int)CG_ALPHA == (int)SL_CPU_ALPHA &&
                   (int)CG_NEW_RZ == (int)SL_CPU_NEW_RZ,
               "the scalars are in the same places");

/* ---- what the tasks ask ---------------------------------------------------------------------- */

enum { DOT_LARGEST = 3 }; /* the largest whole number that is multiplied */

/* Adds a factor of a dot product. In a sum of many terms with fractions, one product is smaller
 * than the allowed error, so a program could omit it unnoticed. Sums of whole numbers must be
 * exact. `whole`: rounds the factor to whole numbers. */
static sl_status pose_factor(const sl_case *given, const char *name, const double *of, bool whole,
                             sl_problem *out, const double **factor_out) {
  double *rounded;
  *factor_out = of;
  if (whole) {
    SL_TRY(sl_problem_own(out, given->n, sizeof *rounded, &rounded));
    for (size_t i = 0; i < given->n; i++) rounded[i] = rint(DOT_LARGEST * of[i]);
    *factor_out = rounded;
  }
  return sl_problem_reals(out, name, SL_DEVICE, SL_IN, *factor_out, given->n);
}

sl_status sl_cg_pose_dot(const sl_case *given, sl_problem *out) {
  enum { MANY = 1000, EXACT_SUMS = 1 << 24 };
  const double *x, *y;
  double *expected, *bound, sum = 0, magnitudes = 0;
  size_t n = given->n, most = EXACT_SUMS / (DOT_LARGEST * DOT_LARGEST);
  bool whole = !given->exact && n > MANY && n <= most;
  SL_TRY(sl_problem_int(out, "num_rows", (int)n));
  SL_TRY(pose_factor(given, "x", given->x, whole, out, &x));
  SL_TRY(pose_factor(given, "y", given->y, whole, out, &y));
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  SL_TRY(sl_problem_reals(out, "sum", SL_DEVICE, SL_OUT, NULL, 1));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < n; i++) {
    sum += x[i] * y[i];
    magnitudes += fabs(x[i] * y[i]);
  }
  expected[0] = sum;
  bound[0] = whole ? 0 : sl_check_sum_bound(given, n, magnitudes);
  out->read_bytes = 2.0 * (double)n * (double)sl_spmv_precision_bytes(given->precision);
  out->traffic_bytes = out->read_bytes;
  out->operations = 2.0 * (double)n;
  out->cpu = &cpu_dot;
  return SL_OK;
}

/* Vectors and scalars before the update: those of the case, or whole numbers in exact cases. */
typedef struct update_before {
  double *inverse, *r, *q, scalars[CG_SCALARS];
} update_before;

static sl_status before_update(const sl_case *given, sl_problem *out, update_before *b) {
  static const double powers[] = {1, 0.5, 2, 0.25};
  size_t n = given->n;
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->inverse));
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->r));
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->q));
  for (size_t i = 0; i < n; i++) {
    size_t other = n - 1 - i;
    b->r[i] = given->y[other];
    b->q[i] = given->x[other];
    b->inverse[i] = given->exact ? powers[i % SL_COUNT(powers)] : fabs(given->y[i]);
  }
  for (int i = 0; i < CG_SCALARS; i++) b->scalars[i] = 3 + i;
  b->scalars[CG_ALPHA] = given->exact ? 2 : 0.4375;
  return SL_OK;
}

/* The expected x, r, z and both sums, with their bounds. */
typedef struct update_after {
  double *x, *x_bound, *r, *r_bound, *z, *z_bound, *scalars, *scalars_bound;
} update_after;

static void expect_update(const sl_case *given, const update_before *b, update_after *to) {
  double alpha = b->scalars[CG_ALPHA], rz = 0, rr = 0, rz_error = 0, rr_error = 0;
  double rz_size = 0, rr_size = 0;
  for (size_t i = 0; i < given->n; i++) {
    double r, z, er, ez, step_x = alpha * given->y[i], step_r = alpha * b->q[i];
    to->x[i] = given->x[i] + step_x;
    to->x_bound[i] = sl_check_sum_bound(given, 2, fabs(given->x[i]) + fabs(step_x));
    to->r[i] = r = b->r[i] - step_r;
    to->r_bound[i] = er = sl_check_sum_bound(given, 2, fabs(b->r[i]) + fabs(step_r));
    to->z[i] = z = b->inverse[i] * r;
    to->z_bound[i] = ez = b->inverse[i] * er + sl_check_sum_bound(given, 1, fabs(z));
    rz += r * z;
    rr += r * r;
    rz_error += fabs(r) * ez + fabs(z) * er + er * ez;
    rr_error += 2 * fabs(r) * er + er * er;
    rz_size += (fabs(r) + er) * (fabs(z) + ez);
    rr_size += (fabs(r) + er) * (fabs(r) + er);
  }
  for (int i = 0; i < CG_SCALARS; i++) to->scalars[i] = b->scalars[i];
  to->scalars[CG_NEW_RZ] = rz;
  to->scalars[CG_RR] = rr;
  to->scalars_bound[CG_NEW_RZ] = rz_error + sl_check_sum_bound(given, given->n, rz_size);
  to->scalars_bound[CG_RR] = rr_error + sl_check_sum_bound(given, given->n, rr_size);
}

sl_status sl_cg_pose_update(const sl_case *given, sl_problem *out) {
  enum { PASSES_READ = 5, PASSES = 8, OPERATIONS = 9 };
  size_t n = given->n;
  double value_bytes = (double)sl_spmv_precision_bytes(given->precision);
  update_before b;
  update_after to;
  SL_TRY(before_update(given, out, &b));
  SL_TRY(sl_problem_int(out, "num_rows", (int)n));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, b.inverse, n));
  SL_TRY(sl_problem_reals(out, "p", SL_DEVICE, SL_IN, given->y, n));
  SL_TRY(sl_problem_reals(out, "q", SL_DEVICE, SL_IN, b.q, n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_INOUT, given->x, n));
  SL_TRY(sl_problem_expect(out, &to.x, &to.x_bound));
  SL_TRY(sl_problem_reals(out, "r", SL_DEVICE, SL_INOUT, b.r, n));
  SL_TRY(sl_problem_expect(out, &to.r, &to.r_bound));
  SL_TRY(sl_problem_reals(out, "z", SL_DEVICE, SL_OUT, NULL, n));
  SL_TRY(sl_problem_expect(out, &to.z, &to.z_bound));
  double *scalars;
  SL_TRY(sl_problem_own(out, CG_SCALARS, sizeof *scalars, &scalars));
  memcpy(scalars, b.scalars, sizeof b.scalars);
  SL_TRY(sl_problem_reals(out, "scalars", SL_DEVICE, SL_INOUT, scalars, CG_SCALARS));
  SL_TRY(sl_problem_expect(out, &to.scalars, &to.scalars_bound));
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  expect_update(given, &b, &to);
  out->read_bytes = PASSES_READ * (double)n * value_bytes;
  out->traffic_bytes = PASSES * (double)n * value_bytes;
  out->operations = OPERATIONS * (double)n;
  out->cpu = &cpu_update;
  return SL_OK;
}

/* Cases of whole numbers get another matrix, because theirs is not symmetric. It has symmetric
 * numbers beside the diagonal, and a diagonal that makes it positive definite. */
static void fill_whole(const sl_csr *a, double *values) {
  enum { MOST = 7, STEP = 5 };
  for (int row = 0; row < a->num_rows; row++) {
    double sum = 1;
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      int between = abs(a->col_idx[k] - row), both = a->col_idx[k] + row;
      values[k] = 1 + (both + STEP * between) % MOST;
      if (both % 3 == 0) values[k] = -values[k];
      if (between > 0) sum += fabs(values[k]);
    }
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) values[k] = sum;
    }
  }
}

sl_status sl_cg_pose_spmv(const sl_case *given, sl_problem *out) {
  sl_case system;
  double *expected, *bound, *zeros;
  SL_TRY(sl_cg_system_of(given, fill_whole, out, &system));
  size_t n = given->n;
  SL_TRY(sl_cg_pose_matrix(&system, SL_HOST, out));
  SL_TRY(sl_problem_int(out, "nnz", system.matrix.nnz));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, n));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_OUT, NULL, n));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  SL_TRY(sl_problem_own(out, n, sizeof *zeros, &zeros));
  sl_reference_spmv(&system.matrix, given->x, zeros, given->precision, expected, bound);
  for (size_t i = 0; i < n && given->exact; i++) bound[i] = 0;
  out->operations = 2.0 * system.matrix.nnz;
  out->is_spmv = true;
  return SL_OK;
}

/* ---- how a right answer came about ----------------------------------------------------------- */

static unsigned long long threads_at(const sl_evidence *evidence, int operation,
                                     const char *array) {
  return sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, operation, array).threads;
}

const char *sl_cg_inspect_sums(const sl_evidence *evidence) {
  static const char *const sums[] = {"partial", "sum", "scalars"};
  for (size_t i = 0; i < SL_COUNT(sums); i++) {
    if (threads_at(evidence, LENS_ATOMIC, sums[i]) == 0) continue;
    return "the sum must have the same bits on every run, but the order of atomic additions "
           "changes: write one sum per block, and let a second kernel add these up";
  }
  return NULL;
}

const char *sl_cg_inspect_update(const sl_evidence *evidence) {
  static const char *const vectors[] = {"inverse", "p", "q", "x", "r", "z"};
  for (size_t i = 0; i < SL_COUNT(vectors); i++) {
    if (threads_at(evidence, LENS_LOAD, vectors[i]) <= evidence->given->n &&
        threads_at(evidence, LENS_STORE, vectors[i]) <= evidence->given->n) {
      continue;
    }
    return "the update must be one pass, but elements of a vector were read or written more than "
           "once: keep them in registers as long as you need them";
  }
  return sl_cg_inspect_sums(evidence);
}
