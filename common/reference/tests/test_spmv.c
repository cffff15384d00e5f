/* test_spmv.c: the oracle is more accurate than double. The bound accepts every order of summation,
 * but no missing entry. */
#include "base/test.h"

#include "base/parallel.h"
#include "base/random.h"
#include "reference/spmv.h"

#include <math.h>

enum { MOST_ENTRIES = 500 };

/* A matrix of one row. Entry k is in column k, so x has one element per entry. */
typedef struct row_case {
  int count;
  double values[MOST_ENTRIES];
  double x[MOST_ENTRIES];
  double y0;
} row_case;

static int identity[MOST_ENTRIES];

static void reference(const row_case *row, sl_precision precision, double *expected,
                      double *bound) {
  static row_case copy; /* sl_csr needs pointers to non-const */
  copy = *row;
  int row_ptr[] = {0, row->count};
  const sl_csr matrix = {1, MOST_ENTRIES, row->count, row_ptr, identity, copy.values};
  sl_reference_spmv(&matrix, copy.x, &copy.y0, precision, expected, bound);
}

/* A random number in ±[1/4, 1] with 20 significant bits, which float represents exactly. */
static double random_value(sl_random *random, bool positive) {
  double magnitude = (sl_random_below(random, 3 << 18) + (1 << 18)) * 0x1p-20;
  return positive || sl_random_below(random, 2) ? magnitude : -magnitude;
}

static row_case random_row(uint64_t stream, int count) {
  row_case row = {.count = count};
  sl_random random = sl_random_make(7, stream);
  bool positive = stream % 2 == 0; /* alternates sums that grow fastest, and sums that cancel */
  for (int k = 0; k < count; k++) {
    row.values[k] = random_value(&random, positive);
    row.x[k] = random_value(&random, positive);
  }
  row.y0 = random_value(&random, positive);
  return row;
}

static void pinned_by_hand(void **state) {
  (void)state;
  /* y0 = −3, row (2, −4), x = (5, 0.5): −3 + 10 − 2 = 5; 2 · (2 + 2) · u · (3 + 10 + 2) = 120 u */
  row_case row = {2, {2, -4}, {5, 0.5}, -3};
  double expected, bound;
  reference(&row, SL_F32, &expected, &bound);
  assert_true(expected == 5);
  assert_true(bound == 120 * 0x1p-24);
  reference(&row, SL_F64, &expected, &bound);
  assert_true(expected == 5);
  assert_true(bound == 120 * 0x1p-53);
  /* an empty row leaves y unchanged; the bound is 2 · (0 + 2) · u · 3 */
  row.count = 0;
  reference(&row, SL_F32, &expected, &bound);
  assert_true(expected == -3);
  assert_true(bound == 12 * 0x1p-24);
}

/* Products that underflow are lost in a correct program, too. */
static void what_underflows_is_within(void **state) {
  (void)state;
  row_case row = {2, {0x1p-1000, 0x1p-1000}, {0x1.8p-74, 0x1.8p-74}, 0};
  double expected, bound, got = 0;
  reference(&row, SL_F64, &expected, &bound);
  for (int k = 0; k < row.count; k++) got = fma(row.values[k], row.x[k], got);
  assert_true(got > 0 && sl_within(got, expected, bound));
  assert_true(sl_within(2 * (row.values[0] * row.x[0]), expected, bound));
  assert_false(sl_within(0x1p-1070, expected, bound));
  row = (row_case){2, {0x1p-149, 0x1p-149}, {0.75, 0.75}, 0};
  reference(&row, SL_F32, &expected, &bound);
  assert_true(expected == 0x1.8p-149);
  assert_true(sl_within(0x1p-148, expected, bound) && sl_within(0x1p-149, expected, bound));
}

static void rows_are_told_apart(void **state) {
  (void)state;
  int row_ptr[] = {0, 2, 2, 5, 7}; /* the example of the GPU Teaching Kit's module */
  int col_idx[] = {0, 2, 1, 2, 3, 0, 3};
  double values[] = {3, 1, 2, 4, 1, 1, 1};
  const sl_csr matrix = {4, 4, 7, row_ptr, col_idx, values};
  const double x[] = {1, 10, 100, 1000};
  const double y0[] = {0.5, 0.25, 0, -1};
  double expected[4];
  sl_reference_spmv(&matrix, x, y0, SL_F64, expected, NULL);
  assert_true(expected[0] == 103.5);
  assert_true(expected[1] == 0.25);
  assert_true(expected[2] == 1420);
  assert_true(expected[3] == 1000);
}

static void nothing_is_lost_where_double_would_lose(void **state) {
  (void)state;
  double expected;
  const row_case sum = {3, {1e16, 1, -1e16}, {1, 1, 1}, 0x1p-60};
  reference(&sum, SL_F64, &expected, NULL);
  assert_true(expected == 1); /* the exact sum is 2^-60 larger, but the nearest double is 1 */
  const row_case start = {2, {1e16, -1e16}, {1, 1}, 1};
  reference(&start, SL_F64, &expected, NULL);
  assert_true(expected == 1);
  const double a = 1 + 0x1p-30; /* a² = 1 + 2^-29 + 2^-60 takes 61 bits */
  const row_case product = {2, {a, -1}, {a, 1}, -0x1p-29};
  reference(&product, SL_F64, &expected, NULL);
  assert_true(expected == 0x1p-60);
}

static float forward(const row_case *row) {
  float sum = (float)row->y0;
  for (int k = 0; k < row->count; k++) sum += (float)row->values[k] * (float)row->x[k];
  return sum;
}

static float reverse(const row_case *row) {
  float sum = 0;
  for (int k = row->count - 1; k >= 0; k--) sum += (float)row->values[k] * (float)row->x[k];
  return sum + (float)row->y0;
}

static float fused(const row_case *row) {
  float sum = 0;
  for (int k = 0; k < row->count; k++) sum = fmaf((float)row->values[k], (float)row->x[k], sum);
  return sum + (float)row->y0;
}

static float pairwise_between(const row_case *row, int from, int to) {
  if (to == from) return 0;
  if (to - from == 1) return (float)row->values[from] * (float)row->x[from];
  int middle = from + (to - from) / 2;
  return pairwise_between(row, from, middle) + pairwise_between(row, middle, to);
}

static float pairwise(const row_case *row) {
  return (float)row->y0 + pairwise_between(row, 0, row->count);
}

static void every_order_of_summation_is_within(void **state) {
  (void)state;
  static float (*const orders[])(const row_case *) = {forward, reverse, fused, pairwise};
  for (int trial = 0; trial < 2000; trial++) {
    const row_case row = random_row((uint64_t)trial, trial % (MOST_ENTRIES + 1));
    double expected, bound;
    reference(&row, SL_F32, &expected, &bound);
    for (int order = 0; order < 4; order++) {
      assert_true(sl_within(orders[order](&row), expected, bound));
    }
  }
}

/* Each addition rounds in the same direction, so the error grows as fast as possible. */
static void the_worst_order_is_within(void **state) {
  (void)state;
  row_case row = {MOST_ENTRIES, {0}, {0}, 1};
  for (int k = 0; k < MOST_ENTRIES; k++) {
    /* Half of the distance from 1 to the next float, so each addition rounds back to 1. */
    row.values[k] = 0x1p-24;
    row.x[k] = 1;
  }
  double expected, bound;
  reference(&row, SL_F32, &expected, &bound);
  assert_true(forward(&row) == 1);
  assert_true(expected == 1 + MOST_ENTRIES * 0x1p-24);
  assert_true(sl_within(forward(&row), expected, bound));
  assert_false(sl_within(forward(&row), expected, bound / 3)); /* the bound is not too large */
}

static void double_is_within_its_own_bound(void **state) {
  (void)state;
  for (int trial = 0; trial < 500; trial++) {
    const row_case row = random_row((uint64_t)trial, trial);
    double sum = row.y0, backwards = 0, expected, bound;
    for (int k = 0; k < row.count; k++) sum += row.values[k] * row.x[k];
    for (int k = row.count; k-- > 0;) backwards += row.values[k] * row.x[k];
    reference(&row, SL_F64, &expected, &bound);
    assert_true(sl_within(sum, expected, bound));
    assert_true(sl_within(backwards + row.y0, expected, bound));
  }
}

static void a_missing_entry_is_outside(void **state) {
  (void)state;
  for (int count = 1; count <= MOST_ENTRIES; count++) {
    row_case row = random_row((uint64_t)count, count);
    double expected, bound;
    reference(&row, SL_F32, &expected, &bound);
    row.count--;
    assert_false(sl_within(forward(&row), expected, bound));
    row.count++;
    row.y0 = 0;
    assert_false(sl_within(forward(&row), expected, bound)); /* y is overwritten */
  }
}

static void nan_and_infinity_are_never_within(void **state) {
  (void)state;
  assert_false(sl_within(NAN, 1, 1));
  assert_false(sl_within(1, NAN, 1));
  assert_false(sl_within(1, 1, NAN));
  assert_false(sl_within(INFINITY, 1, 1e300));
  assert_false(sl_within(-INFINITY, 1, 1e300));
  assert_true(sl_within(2, 1, 1));
  assert_true(sl_within(0, 1, 1));
  assert_false(sl_within(2.5, 1, 1));
  assert_false(sl_within(-0.5, 1, 1));
  assert_true(sl_within(1, 1, 0));
}

static void precisions_are_described(void **state) {
  (void)state;
  assert_string_equal(sl_spmv_precision_name(SL_F32), "f32");
  assert_string_equal(sl_spmv_precision_name(SL_F64), "f64");
  assert_int_equal(sl_spmv_precision_bytes(SL_F32), 4);
  assert_int_equal(sl_spmv_precision_bytes(SL_F64), 8);
  assert_true(sl_spmv_unit_roundoff(SL_F32) == 0x1p-24);
  assert_true(sl_spmv_unit_roundoff(SL_F64) == 0x1p-53);
}

int main(void) {
  for (int k = 0; k < MOST_ENTRIES; k++) identity[k] = k;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pinned_by_hand),
      cmocka_unit_test(what_underflows_is_within),
      cmocka_unit_test(rows_are_told_apart),
      cmocka_unit_test(nothing_is_lost_where_double_would_lose),
      cmocka_unit_test(every_order_of_summation_is_within),
      cmocka_unit_test(the_worst_order_is_within),
      cmocka_unit_test(double_is_within_its_own_bound),
      cmocka_unit_test(a_missing_entry_is_outside),
      cmocka_unit_test(nan_and_infinity_are_never_within),
      cmocka_unit_test(precisions_are_described),
  };
  int failed = cmocka_run_group_tests_name("spmv", tests, NULL, NULL);
  sl_parallel_pretend(7, 1); /* repeats all tests with several threads */
  return failed + cmocka_run_group_tests_name("spmv shared", tests, NULL, NULL);
}
