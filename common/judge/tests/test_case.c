/* test_case.c: the standard cases are valid, never trivial, and exact if they say so. */
#include "base/test.h"

#include "base/parallel.h"
#include "judge/case.h"

#include "generate/generate.h"
#include "load/load.h"
#include "reference/spmv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void each_standard_case(sl_precision precision, void (*look)(const sl_case *given)) {
  for (size_t i = 0; i < sl_num_standard_cases; i++) {
    const sl_case_row *row = &sl_standard_cases[i];
    sl_case given;
    assert_ok(sl_case_make(row->lens, row->name, precision, row->exact, NULL, &given));
    assert_string_equal(given.name, row->name);
    assert_ok(sl_csr_check(&given.matrix));
    look(&given);
    sl_case_free(&given);
    assert_int_equal(sl_memory_live(), 0);
  }
}

static bool fits_float(double value) {
  return value == (double)(float)value;
}

static void assert_of_either_sign(const double *values, int count) {
  int negative = 0;
  for (int i = 0; i < count; i++) {
    assert_true(isfinite(values[i]));
    assert_true(fabs(values[i]) >= 0.25); /* a lost term shows */
    negative += values[i] < 0;
  }
  if (count >= 30) assert_in_range(negative, count / 5, count - count / 5);
  for (int i = 1; i < count; i++) {
    if (values[i] != values[0]) return;
  }
  assert_true(count <= 1); /* never constant */
}

static void assert_vectors(const sl_case *given) {
  assert_of_either_sign(given->x, given->matrix.num_cols);
  assert_of_either_sign(given->y, given->matrix.num_rows);
}

static void assert_rounded(const sl_case *given) {
  assert_vectors(given);
  for (int i = 0; i < given->matrix.num_cols; i++) assert_true(fits_float(given->x[i]));
  for (int i = 0; i < given->matrix.num_rows; i++) assert_true(fits_float(given->y[i]));
  for (int k = 0; k < given->matrix.nnz; k++) assert_true(fits_float(given->matrix.values[k]));
}

static void vectors_are_of_either_sign_and_away_from_zero(void **state) {
  (void)state;
  each_standard_case(SL_F64, assert_vectors);
  each_standard_case(SL_F32, assert_rounded);
}

/* Checks that an exact case has whole numbers, and that no sum, in any order, is larger than the
 * largest that a float can hold exactly. */
static void assert_exact(const sl_case *given) {
  if (!given->exact) return;
  const sl_csr *a = &given->matrix;
  for (int row = 0; row < a->num_rows; row++) {
    double magnitude = fabs(given->y[row]);
    assert_true(given->y[row] == round(given->y[row]));
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      double product = a->values[k] * given->x[a->col_idx[k]];
      assert_true(product == round(product) && a->values[k] == round(a->values[k]));
      magnitude += fabs(product);
    }
    assert_true(magnitude <= 0x1p24);
  }
}

static void exact_cases_sum_exactly_in_float(void **state) {
  (void)state;
  each_standard_case(SL_F32, assert_exact);
  int exact = 0;
  for (size_t i = 0; i < sl_num_standard_cases; i++) exact += sl_standard_cases[i].exact;
  assert_true(exact >= 5);
}

static void the_table_covers_what_the_design_asks_for(void **state) {
  (void)state;
  static const int row_counts[] = {0, 1, 31, 32, 33, 255, 256, 257};
  for (size_t r = 0; r < sizeof row_counts / sizeof *row_counts; r++) {
    bool found = false;
    for (size_t i = 0; i < sl_num_standard_cases && !found; i++) {
      sl_csr a;
      if (sl_standard_cases[i].measured) continue;
      assert_ok(sl_load_matrix(sl_standard_cases[i].lens, NULL, &a));
      found = a.num_rows == row_counts[r];
      sl_csr_free(&a);
    }
    if (!found) fail_msg("no standard case has %d rows", row_counts[r]);
  }
  for (size_t i = 0; i < sl_num_standard_cases; i++) { /* names are distinct */
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(sl_standard_cases[i].name, sl_standard_cases[k].name);
    }
  }
}

/* Whether some case has a width that at least `lower` of its rows fill, but fewer than `higher`. */
static bool tells_apart(double lower, double higher) {
  bool found = false;
  for (size_t i = 0; i < sl_num_standard_cases; i++) {
    sl_csr a;
    assert_ok(sl_load_matrix(sl_standard_cases[i].lens, NULL, &a));
    for (int width = 1; width <= sl_csr_longest_row(&a); width++) {
      int filled = 0;
      for (int row = 0; row < a.num_rows; row++) filled += sl_csr_row_length(&a, row) >= width;
      found |= filled >= lower * a.num_rows && filled < higher * a.num_rows;
    }
    sl_csr_free(&a);
  }
  return found;
}

/* The rule of HYB: a third of the rows is enough, and anything less is not. */
static void a_third_is_told_from_what_is_near_it(void **state) {
  (void)state;
  const double third = 1.0 / 3;
  assert_true(tells_apart(0.33, third));
  assert_true(tells_apart(0.333, third));
  assert_true(tells_apart(third, 0.334));
}

static void gpu_matrices_are_of_the_same_family(void **state) {
  (void)state;
  for (size_t i = 0; i < sl_num_standard_cases; i++) {
    const sl_case_row *row = &sl_standard_cases[i];
    if (!row->gpu) continue;
    assert_true(sl_generate_knows(row->gpu));
    size_t family = strcspn(row->gpu, ":");
    assert_int_equal(strncmp(row->gpu, row->lens, family + 1), 0);
    assert_true(row->measured);
  }
}

static void cases_are_the_same_every_time_and_differ_from_each_other(void **state) {
  (void)state;
  sl_case first, again, other;
  assert_ok(sl_case_make("banded:40", NULL, SL_F64, false, NULL, &first));
  assert_ok(sl_case_make("banded:40", "called so", SL_F64, false, NULL, &again));
  assert_ok(sl_case_make("diagonal:40", NULL, SL_F64, false, NULL, &other));
  assert_string_equal(first.name, "banded:40");
  assert_string_equal(again.name, "called so");
  assert_memory_equal(first.x, again.x, 40 * sizeof(double));
  assert_memory_equal(first.y, again.y, 40 * sizeof(double));
  assert_memory_not_equal(first.x, other.x, 40 * sizeof(double));
  assert_memory_not_equal(first.x, first.y, 40 * sizeof(double));
  sl_case_free(&first);
  sl_case_free(&again);
  sl_case_free(&other);
}

static void cases_do_not_depend_on_the_threads(void **state) {
  (void)state;
  static const int cores[] = {1, 2, 5, 16};
  for (int exact = 0; exact < 2; exact++) {
    sl_case first, again;
    sl_parallel_pretend(1, 1);
    assert_ok(sl_case_make("uniform:400x300", NULL, SL_F32, exact, NULL, &first));
    for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
      sl_parallel_pretend(cores[c], 1);
      assert_ok(sl_case_make("uniform:400x300", NULL, SL_F32, exact, NULL, &again));
      assert_memory_equal(again.x, first.x, 300 * sizeof *first.x);
      assert_memory_equal(again.y, first.y, 400 * sizeof *first.y);
      assert_memory_equal(again.matrix.values, first.matrix.values,
                          (size_t)first.matrix.nnz * sizeof *first.matrix.values);
      sl_case_free(&again);
    }
    sl_case_free(&first);
  }
  sl_parallel_pretend(0, 0);
}

static void what_cannot_be_made_is_refused(void **state) {
  (void)state;
  sl_case given;
  assert_fails(sl_case_make("hpcg:x", NULL, SL_F32, false, NULL, &given), SL_ERR_INPUT, "hpcg");
  assert_fails(sl_case_make("/nowhere/a.mtx", NULL, SL_F32, false, NULL, &given), SL_ERR_INPUT,
               "/nowhere/a.mtx");
  char path[] = "/tmp/sparselab-case-XXXXXX";
  int file = mkstemp(path);
  static const char text[] = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1e39\n";
  assert_true(file >= 0 && write(file, text, sizeof text - 1) == (ssize_t)sizeof text - 1);
  (void)close(file);
  assert_ok(sl_case_make(path, NULL, SL_F64, false, NULL, &given));
  sl_case_free(&given);
  assert_fails(sl_case_make(path, NULL, SL_F32, false, NULL, &given), SL_ERR_INPUT, path);
  (void)unlink(path);
  assert_int_equal(sl_memory_live(), 0);
}

static void assert_worked(const char *spec, const char *name, bool exact) {
  static const double values[] = {3, 1, 2, 4, 1, 1, 1}, x[] = {1, 2, 3, 4}, y[] = {10, 20, 30, 40};
  sl_case given;
  assert_ok(sl_case_make(spec, name, SL_F32, exact, NULL, &given));
  assert_int_equal(given.matrix.nnz, 7);
  assert_memory_equal(given.matrix.values, values, sizeof values);
  assert_memory_equal(given.x, x, sizeof x);
  assert_memory_equal(given.y, y, sizeof y);
  sl_case_free(&given);
}

static void the_worked_example_is_that_of_the_handouts(void **state) {
  (void)state;
  const sl_case_row *first = &sl_standard_cases[0];
  assert_worked(first->lens, first->name, first->exact);
  assert_worked("example-4x4", NULL, false); /* made in this way by the option -m */
}

static sl_status make_and_free(bool exact) {
  sl_case given;
  sl_status status = sl_case_make("banded:40", NULL, SL_F32, exact, NULL, &given);
  sl_case_free(&given);
  return status;
}

/* Makes two rows of three entries. All entries are `value` except the last, which is `other`. */
static void make_extreme(double value, double other, sl_precision precision, sl_case *out) {
  char path[] = "/tmp/sparselab-extreme-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  assert_non_null(file);
  (void)fprintf(file, "%%%%MatrixMarket matrix array real general\n2 3\n");
  for (int i = 0; i < 6; i++) (void)fprintf(file, "%.17g\n", i < 5 ? value : other);
  assert_int_equal(fclose(file), 0);
  sl_status status = sl_case_make(path, NULL, precision, false, NULL, out);
  assert_int_equal(unlink(path), 0);
  assert_ok(status);
}

static double largest_of(const double *values, int count) {
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fmax(largest, fabs(values[i]));
  return largest;
}

/* Sums do not overflow, and a sum that is added to y is not lost in rounding. */
static void extreme_values_meet_vectors_to_match(void **state) {
  (void)state;
  const struct {
    double value, other;
    sl_precision precision;
  } extremes[] = {{1.7e308, -1.7e308, SL_F64},
                  {5e-324, 5e-324, SL_F64},
                  {1e-300, 1, SL_F64},
                  {1e38, -3.4e38, SL_F32},
                  {1.5e-45, 1e-40, SL_F32},
                  {1e200, 1e-200, SL_F64},
                  {3, 4, SL_F32},
                  {0, 0, SL_F64}};
  for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
    sl_case given;
    double expected[2], bound[2];
    make_extreme(extremes[i].value, extremes[i].other, extremes[i].precision, &given);
    double value = largest_of(given.matrix.values, given.matrix.nnz);
    double x = largest_of(given.x, 3), y = largest_of(given.y, 2);
    sl_reference_spmv(&given.matrix, given.x, given.y, given.precision, expected, bound);
    double most = given.precision == SL_F32 ? 0x1p127 : 0x1p1023;
    assert_true(x > 1 / most && y > 1 / most);
    assert_true(value == 0 || (value * x / y < 64 && value * x / y > 0x1p-22));
    for (int row = 0; row < 2; row++) {
      assert_true(fabs(expected[row]) < most / 1024 && bound[row] > 0 && bound[row] < y);
    }
    sl_case_free(&given);
  }
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free(true));
  assert_survives_failing_allocations(make_and_free(false));
}

/* A case without a matrix has vectors of its size. */
static void a_size_is_a_case(void **state) {
  (void)state;
  sl_case given;
  assert_ok(sl_case_make("size:300", NULL, SL_F32, false, NULL, &given));
  assert_int_equal(given.n, 300);
  assert_true(given.matrix.num_rows == 300 && given.matrix.num_cols == 300 &&
              given.matrix.nnz == 0);
  assert_rounded(&given);
  assert_of_either_sign(given.x, 300);
  sl_case_free(&given);
  assert_ok(sl_case_make("size:0", "nothing", SL_F64, true, NULL, &given));
  assert_int_equal(given.n, 0);
  assert_string_equal(given.name, "nothing");
  sl_case_free(&given);
  static const char *const bad[] = {"size:", "size:x", "size:-1", "size:3x4", "size:99999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_fails(sl_case_make(bad[i], NULL, SL_F32, false, NULL, &given), SL_ERR_INPUT,
                 "is not a size");
  }
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_size_is_a_case),
      cmocka_unit_test(vectors_are_of_either_sign_and_away_from_zero),
      cmocka_unit_test(exact_cases_sum_exactly_in_float),
      cmocka_unit_test(the_worked_example_is_that_of_the_handouts),
      cmocka_unit_test(the_table_covers_what_the_design_asks_for),
      cmocka_unit_test(a_third_is_told_from_what_is_near_it),
      cmocka_unit_test(gpu_matrices_are_of_the_same_family),
      cmocka_unit_test(cases_are_the_same_every_time_and_differ_from_each_other),
      cmocka_unit_test(cases_do_not_depend_on_the_threads),
      cmocka_unit_test(what_cannot_be_made_is_refused),
      cmocka_unit_test(extreme_values_meet_vectors_to_match),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  int failed = cmocka_run_group_tests_name("judge_case", tests, NULL, NULL);
  sl_parallel_pretend(7, 1); /* runs all tests again, with several threads */
  return failed + cmocka_run_group_tests_name("judge_case shared", tests, NULL, NULL);
}
