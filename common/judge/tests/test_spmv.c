/* test_spmv.c: posing y ← α A x + β y: compares the answer and its bound with a direct
 * computation. */
#include "base/test.h"

#include "judge/spmv.h"

#include <math.h>

static const double alphas[] = {1.5, -0.75, 1}, betas[] = {-0.5, 0, 1};

/* Returns Σ a x of a row, and stores Σ |a||x| in `*magnitude_out`, both in long double. */
static long double row_of(const sl_case *given, int row, long double *magnitude_out) {
  const sl_csr *a = &given->matrix;
  long double sum = 0;
  *magnitude_out = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
    long double product = (long double)a->values[k] * given->x[a->col_idx[k]];
    sum += product;
    *magnitude_out += fabsl(product);
  }
  return sum;
}

/* Returns α Σ a x + β y, with each operation rounded to float, and the entries taken backwards. */
static double in_float(const sl_case *given, int row, double alpha, double beta) {
  const sl_csr *a = &given->matrix;
  float sum = 0;
  for (int k = a->row_ptr[row + 1] - 1; k >= a->row_ptr[row]; k--) {
    float product = (float)a->values[k] * (float)given->x[a->col_idx[k]];
    sum += product;
  }
  float scaled = (float)alpha * sum, of_y = (float)beta * (float)given->y[row];
  return (double)(scaled + of_y);
}

static void compare_rows(const sl_case *given, double alpha, double beta, const sl_array *y) {
  double u = sl_spmv_unit_roundoff(given->precision);
  double smallest = given->precision == SL_F32 ? 0x1p-149 : 0x1p-1074;
  for (int row = 0; row < given->matrix.num_rows; row++) {
    long double magnitude, sum = row_of(given, row, &magnitude);
    long double right = alpha * sum + beta * (long double)given->y[row];
    double bound = (double)((long double)SL_BOUND_C * (sl_csr_row_length(&given->matrix, row) + 2) *
                            (u * (fabs(alpha) * magnitude + fabs(beta * given->y[row])) +
                             fabs(alpha) * smallest));
    assert_true(fabs(y->expected[row] - (double)right) <= 0x1p-50 * (1 + (double)magnitude));
    if (given->exact) {
      assert_true(y->bound[row] == 0);
    } else {
      /* below the normal numbers a product is rounded to a multiple of the smallest */
      assert_true(fabs(y->bound[row] - bound) <= 1e-12 * bound + 0x1p-1070);
    }
    if (given->precision == SL_F32) {
      assert_true(sl_within(in_float(given, row, alpha, beta), y->expected[row], y->bound[row]));
    }
  }
}

static void pose_and_compare(const sl_case *given, double alpha, double beta) {
  sl_problem problem = {.num_arrays = 0};
  double value_bytes = (double)sl_spmv_precision_bytes(given->precision);
  double y_bytes = value_bytes * given->matrix.num_rows;
  double spmv_bytes = sl_csr_spmv_bytes(&given->matrix, (size_t)value_bytes);
  assert_ok(sl_spmv_pose_scaled_vectors(given, SL_DEVICE, alpha, beta, spmv_bytes, &problem));
  const sl_array *y = sl_problem_find(&problem, "y");
  assert_int_equal(y->role, beta == 0 ? SL_OUT : SL_INOUT); /* poisoned if it is not read */
  assert_true(*sl_problem_find(&problem, "alpha")->reals == alpha);
  assert_true(*sl_problem_find(&problem, "beta")->reals == beta);
  assert_true(problem.traffic_bytes == spmv_bytes - (beta == 0 ? y_bytes : 0));
  assert_true(problem.read_bytes == problem.traffic_bytes - y_bytes);
  assert_true(problem.operations == 2.0 * given->matrix.nnz);
  compare_rows(given, alpha, beta, y);
  sl_problem_free(&problem);
}

static void scaled_products_are_right(void **state) {
  (void)state;
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    for (size_t i = 0; i < sl_num_standard_cases; i++) {
      const sl_case_row *row = &sl_standard_cases[i];
      sl_case given;
      assert_ok(
          sl_case_make(row->lens, row->name, (sl_precision)precision, row->exact, NULL, &given));
      for (size_t k = 0; k < sizeof alphas / sizeof *alphas; k++) {
        pose_and_compare(&given, alphas[k], betas[k]);
      }
      sl_case_free(&given);
    }
  }
  assert_int_equal(sl_memory_live(), 0);
}

static sl_status pose_and_free(const sl_case *given) {
  sl_problem problem = {.num_arrays = 0};
  sl_status status = sl_spmv_pose_scaled_vectors(given, SL_DEVICE, 1.5, -0.5, 0, &problem);
  sl_problem_free(&problem);
  return status;
}

static void posing_survives_failing_allocations(void **state) {
  (void)state;
  sl_case given;
  assert_ok(sl_case_make("banded:40", NULL, SL_F32, false, NULL, &given));
  assert_survives_failing_allocations(pose_and_free(&given));
  sl_case_free(&given);
}

static void a_matrix_for_a_solver_is_symmetric_with_a_positive_diagonal(void **state) {
  (void)state;
  static const struct {
    const char *spec, *what;
  } all[] = {{"hpcg:4", NULL},
             {"laplace2d5:7x5", NULL},
             {"fem:3,spd=1", NULL},
             {"circuit:200,spd=1", NULL},
             {"size:9", "diagonal element in row 0"},
             {"fem:3", "not positive definite"},
             {"circuit:200", "not symmetric"},
             {"uniform:30x40", "not symmetric"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sl_case given;
    assert_ok(sl_case_make(all[i].spec, NULL, SL_F32, false, NULL, &given));
    sl_status status = sl_spmv_check_symmetric(&given);
    if (all[i].what) assert_fails(status, SL_ERR_SIZE, all[i].what);
    if (!all[i].what) assert_ok(status);
    sl_case_free(&given);
  }
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_matrix_for_a_solver_is_symmetric_with_a_positive_diagonal),
      cmocka_unit_test(scaled_products_are_right),
      cmocka_unit_test(posing_survives_failing_allocations),
  };
  return cmocka_run_group_tests_name("judge_spmv", tests, NULL, NULL);
}
