/* test_effects.c: the effects of mistakes on y, and results that look different. */
#include "base/test.h"

#include "judge/compare.h"
#include "judge/effects.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 70, THREADS = 64 };

static double before[ROWS], expected[ROWS], bound[ROWS], got[ROWS];
static double values[ROWS], x[1] = {1};
static int row_ptr[ROWS + 1], col_idx[ROWS];
static const sl_case given = {
    .exact = false,
    .matrix = {.num_rows = ROWS, .row_ptr = row_ptr, .col_idx = col_idx, .values = values},
    .x = x};
static int width;
static const sl_problem problem = {
    .arrays = {{.name = "y",
                .type = SL_REAL,
                .role = SL_INOUT,
                .count = ROWS,
                .reals = before,
                .expected = expected,
                .bound = bound},
               {.name = "vector_width", .type = SL_INT, .count = 1, .ints = &width}},
    .num_arrays = 2};
static sl_launch launch = {.grid = {2, 1, 1}, .block = {THREADS / 2, 1, 1}};

static int set_up(void **state) {
  (void)state;
  width = 1;
  for (int row = 0; row < ROWS; row++) {
    before[row] = row;
    expected[row] = row + 1.25;
    bound[row] = 1e-6;
    got[row] = expected[row];
    values[row] = 1.25;
    row_ptr[row + 1] = row + 1;
  }
  return 0;
}

static sl_judgement judge_with(sl_judgement (*explains)(const sl_evidence *evidence),
                               sl_finding *finding) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {got};
  const sl_evidence evidence = {.given = &given,
                                .problem = &problem,
                                .answers = answers,
                                .seen = {.findings = finding,
                                         .num_findings = finding != NULL,
                                         .launches = &launch,
                                         .num_launches = 1},
                                .fault_array = ""};
  return explains(&evidence);
}

static sl_judgement judge(sl_judgement (*explains)(const sl_evidence *evidence)) {
  return judge_with(explains, NULL);
}

static void whole_sums_are_seen(void **state) {
  (void)state;
  assert_int_equal(judge(sl_effect_whole_sums), SL_NEVER);
  for (int row = 0; row < ROWS; row++) got[row] = row + 1;
  assert_int_equal(judge(sl_effect_whole_sums), SL_EXPLAINS);
  got[5] += 0.5;
  assert_int_equal(judge(sl_effect_whole_sums), SL_NEVER);
  memcpy(got, before, sizeof got);
  assert_int_equal(judge(sl_effect_whole_sums), SL_NEUTRAL);
}

static void products_may_come_to_other_rows(void **state) {
  (void)state;
  got[3] += 1;
  got[7] -= 1;
  assert_int_equal(judge(sl_effect_products_elsewhere), SL_EXPLAINS);
  got[3] += 1;
  assert_int_equal(judge(sl_effect_products_elsewhere), SL_CONTRADICTS);
}

static void rounding_is_no_product(void **state) {
  (void)state;
  got[3] += 1e-5;
  got[7] -= 1e-5;
  assert_int_equal(judge(sl_effect_products_elsewhere), SL_CONTRADICTS);
  assert_int_equal(judge(sl_effect_digits_lost), SL_EXPLAINS);
  got[7] -= 1e-3;
  assert_int_equal(judge(sl_effect_digits_lost), SL_CONTRADICTS);
}

static void products_may_be_added_again(void **state) {
  (void)state;
  assert_int_equal(judge(sl_effect_added_again), SL_NEUTRAL);
  got[3] += 2 * 1.25;
  assert_int_equal(judge(sl_effect_added_again), SL_EXPLAINS);
  got[7] -= 1.25;
  assert_int_equal(judge(sl_effect_added_again), SL_CONTRADICTS);
  got[7] = expected[7] + 0.5;
  assert_int_equal(judge(sl_effect_added_again), SL_CONTRADICTS);
}

static void a_rest_depends_on_the_length(void **state) {
  (void)state;
  for (int row = 1; row < ROWS; row += 4) got[row] -= 1.25; /* row k begins at entry k */
  for (int row = 3; row < ROWS; row += 4) got[row] += 1.25;
  assert_int_equal(judge(sl_effect_rest_by_end), SL_EXPLAINS);
  got[5] = expected[5] + 0.5;
  assert_int_equal(judge(sl_effect_rest_by_end), SL_CONTRADICTS);
  got[5] = expected[5];
  assert_int_equal(judge(sl_effect_rest_by_end), SL_EXPLAINS);
  got[6] += 1.25;
  assert_int_equal(judge(sl_effect_rest_by_end), SL_CONTRADICTS);
  set_up(NULL);
  got[7] += 1.25;
  assert_int_equal(judge(sl_effect_rest_by_end), SL_NEUTRAL);
}

/* Judges an answer of four integers. */
static sl_judgement judge_ints(sl_judgement (*explains)(const sl_evidence *evidence),
                               const char *name, double *right, const double *came) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {came};
  sl_problem of_ints = {.arrays = {{.type = SL_INT, .role = SL_OUT, .count = 4, .expected = right}},
                        .num_arrays = 1};
  (void)snprintf(of_ints.arrays[0].name, sizeof of_ints.arrays[0].name, "%s", name);
  const sl_evidence evidence = {
      .given = &given, .problem = &of_ints, .answers = answers, .fault_array = ""};
  return explains(&evidence);
}

static void memset_sets_bytes(void **state) {
  (void)state;
  double right[] = {0, 1, 2, -1}, bytes[] = {0, 0x01010101, 0x02020202, -1};
  assert_int_equal(judge_ints(sl_effect_set_bytes, "rows", right, right), SL_CONTRADICTS);
  assert_int_equal(judge_ints(sl_effect_set_bytes, "rows", right, bytes), SL_EXPLAINS);
  bytes[2] = 3;
  assert_int_equal(judge_ints(sl_effect_set_bytes, "rows", right, bytes), SL_CONTRADICTS);
}

static void an_empty_row_in_front_may_be_found(void **state) {
  (void)state;
  double right[] = {2, 5, 5, 6}, came[] = {2, 4, 5, 6};
  assert_int_equal(judge_ints(sl_effect_empty_row_found, "row_idx", right, came), SL_CONTRADICTS);
  row_ptr[5] = row_ptr[4]; /* row 4 is empty */
  assert_int_equal(judge_ints(sl_effect_empty_row_found, "row_idx", right, came), SL_EXPLAINS);
  assert_int_equal(judge_ints(sl_effect_empty_row_found, "rows", right, came), SL_CONTRADICTS);
  came[2] = 6;
  assert_int_equal(judge_ints(sl_effect_empty_row_found, "row_idx", right, came), SL_CONTRADICTS);
}

static void what_was_not_written_for_an_empty_matrix(void **state) {
  (void)state;
  const sl_case empty = {.matrix = {.nnz = 0}}, full = {.matrix = {.nnz = 1}};
  sl_difference unwritten = {.wrong = &problem.arrays[0], .wrong_count = 2, .untouched = 2};
  sl_evidence evidence = {.given = &empty, .difference = &unwritten, .fault_array = ""};
  assert_int_equal(sl_effect_empty_left_out(&evidence), SL_EXPLAINS);
  unwritten.untouched = 1;
  assert_int_equal(sl_effect_empty_left_out(&evidence), SL_CONTRADICTS);
  unwritten.untouched = 2;
  evidence.given = &full;
  assert_int_equal(sl_effect_empty_left_out(&evidence), SL_CONTRADICTS);
}

static void a_kernel_that_stores_nothing_is_seen(void **state) {
  (void)state;
  const sl_problem alone = {.arrays = {{.name = "y",
                                        .place = SL_DEVICE,
                                        .type = SL_REAL,
                                        .role = SL_INOUT,
                                        .count = 3,
                                        .reals = before}},
                            .num_arrays = 1};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {got};
  sl_counter counter = {.array = "y", .operation = LENS_LOAD, .requests = 3};
  sl_difference as_it_was = {.wrong = &alone.arrays[0], .wrong_count = 2, .untouched = 2};
  for (int row = 0; row < 3; row++) got[row] = before[row];
  sl_evidence evidence = {
      .problem = &alone,
      .answers = answers,
      .difference = &as_it_was,
      .seen = {.counters = &counter, .num_counters = 1, .launches = &launch, .num_launches = 1}};
  assert_int_equal(sl_effect_nothing_stored(&evidence), SL_EXPLAINS);
  counter.operation = LENS_STORE;
  assert_int_equal(sl_effect_nothing_stored(&evidence), SL_CONTRADICTS);
  counter.operation = LENS_LOAD;
  got[2] = expected[2]; /* the writer can only be a kernel that was not counted */
  assert_int_equal(sl_effect_nothing_stored(&evidence), SL_CONTRADICTS);
  got[2] = before[2];
  as_it_was.untouched = 1;
  assert_int_equal(sl_effect_nothing_stored(&evidence), SL_CONTRADICTS);
  as_it_was.untouched = 2;
}

static void rows_of_several_threads_race(void **state) {
  (void)state;
  sl_finding race = {.kind = LENS_RACE, .array = "y"}, other = {.kind = LENS_RACE, .array = "x"};
  assert_int_equal(judge(sl_effect_shared_rows), SL_CONTRADICTS);
  assert_int_equal(judge_with(sl_effect_shared_rows, &race), SL_EXPLAINS);
  assert_int_equal(judge_with(sl_effect_shared_rows, &other), SL_CONTRADICTS);
  race.reason = LENS_OTHER_STREAM;
  assert_int_equal(judge_with(sl_effect_shared_rows, &race), SL_CONTRADICTS);
}

static void another_array_loses_no_digits(void **state) {
  (void)state;
  got[7] -= 1e-5;
  sl_difference difference = {.wrong = &problem.arrays[0], .wrong_count = 1};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {got};
  const sl_evidence evidence = {
      .given = &given, .problem = &problem, .answers = answers, .difference = &difference};
  assert_int_equal(sl_effect_digits_lost(&evidence), SL_EXPLAINS);
  difference.wrong = &problem.arrays[1];
  assert_int_equal(sl_effect_digits_lost(&evidence), SL_CONTRADICTS);
}

static void as_many_rows_as_threads_were_reached(void **state) {
  (void)state;
  for (int row = THREADS; row < ROWS; row++) got[row] = before[row];
  assert_int_equal(judge(sl_effect_too_few_threads), SL_EXPLAINS);
  got[THREADS] = expected[THREADS]; /* one row more */
  assert_int_equal(judge(sl_effect_too_few_threads), SL_CONTRADICTS);
  expected[THREADS] = got[THREADS] = before[THREADS]; /* the row may or may not have been reached */
  assert_int_equal(judge(sl_effect_too_few_threads), SL_EXPLAINS);
  got[ROWS - 1] = 0; /* neither right nor unchanged */
  assert_int_equal(judge(sl_effect_too_few_threads), SL_CONTRADICTS);
}

/* Each of these rules says what wrong rows contain, so one row with other contents refutes it. */
static void a_wrong_row_may_have_lost_what_it_held(void **state) {
  (void)state;
  assert_int_equal(judge(sl_effect_old_lost), SL_CONTRADICTS); /* nothing is wrong */
  for (int row = 1; row < ROWS; row += 7) got[row] = 1.25;
  assert_int_equal(judge(sl_effect_old_lost), SL_EXPLAINS);
  /* the wrong rows have entries */
  assert_int_equal(judge(sl_effect_empty_rows_cleared), SL_CONTRADICTS);
  sl_finding finding = {.kind = LENS_OUT_OF_BOUNDS_READ};
  assert_int_equal(judge_with(sl_effect_old_lost, &finding), SL_CONTRADICTS);
  got[3] += 1;
  assert_int_equal(judge(sl_effect_old_lost), SL_CONTRADICTS);
}

static void a_row_without_entries_may_be_cleared(void **state) {
  (void)state;
  for (int row = 5; row <= ROWS; row++) row_ptr[row] = 4; /* rows from 4 on are empty */
  for (int row = 4; row < ROWS; row++) expected[row] = got[row] = before[row];
  got[6] = got[9] = 0;
  assert_int_equal(judge(sl_effect_empty_rows_cleared), SL_EXPLAINS);
  got[2] = 1.25; /* a row with entries has lost its contents, too */
  assert_int_equal(judge(sl_effect_empty_rows_cleared), SL_CONTRADICTS);
  assert_int_equal(judge(sl_effect_old_lost), SL_EXPLAINS);
}

static void a_row_may_be_left_out(void **state) {
  (void)state;
  assert_int_equal(judge(sl_effect_rows_not_computed), SL_CONTRADICTS);
  got[5] = before[5];
  got[50] = before[50];
  assert_int_equal(judge(sl_effect_rows_not_computed), SL_EXPLAINS);
  got[6] += 1;
  assert_int_equal(judge(sl_effect_rows_not_computed), SL_CONTRADICTS);
}

static void a_row_may_lack_products(void **state) {
  (void)state;
  for (int row = 0; row <= ROWS; row++)
    row_ptr[row] = row / 2 * 2; /* two entries in each odd row, otherwise none */
  for (int row = 0; row < ROWS; row++) {
    expected[row] = got[row] = before[row] + (row % 2 ? 2.5 : 0);
  }
  assert_int_equal(judge(sl_effect_products_missing), SL_NEUTRAL);
  got[1] -= 1.25;
  got[3] -= 2.5;
  assert_int_equal(judge(sl_effect_products_missing), SL_EXPLAINS);
  got[5] += 1.25;
  assert_int_equal(judge(sl_effect_products_missing), SL_CONTRADICTS);
  got[5] = expected[5];
  got[4] += 1; /* an element without products */
  assert_int_equal(judge(sl_effect_products_missing), SL_CONTRADICTS);
}

static void threads_past_the_end_may_meet_at_the_last_row(void **state) {
  (void)state;
  sl_finding race = {.kind = LENS_RACE, .array = "y", .index = ROWS - 1};
  assert_int_equal(judge_with(sl_effect_last_row_shared, &race), SL_EXPLAINS);
  race.index = 0;
  assert_int_equal(judge_with(sl_effect_last_row_shared, &race), SL_CONTRADICTS);
  race = (sl_finding){.kind = LENS_RACE, .array = "x", .index = ROWS - 1};
  assert_int_equal(judge_with(sl_effect_last_row_shared, &race), SL_CONTRADICTS);
  assert_int_equal(judge(sl_effect_last_row_shared), SL_CONTRADICTS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(whole_sums_are_seen, set_up),
      cmocka_unit_test_setup(products_may_come_to_other_rows, set_up),
      cmocka_unit_test_setup(rounding_is_no_product, set_up),
      cmocka_unit_test_setup(products_may_be_added_again, set_up),
      cmocka_unit_test_setup(a_rest_depends_on_the_length, set_up),
      cmocka_unit_test_setup(memset_sets_bytes, set_up),
      cmocka_unit_test_setup(an_empty_row_in_front_may_be_found, set_up),
      cmocka_unit_test_setup(what_was_not_written_for_an_empty_matrix, set_up),
      cmocka_unit_test_setup(a_kernel_that_stores_nothing_is_seen, set_up),
      cmocka_unit_test_setup(rows_of_several_threads_race, set_up),
      cmocka_unit_test_setup(another_array_loses_no_digits, set_up),
      cmocka_unit_test_setup(a_wrong_row_may_have_lost_what_it_held, set_up),
      cmocka_unit_test_setup(a_row_without_entries_may_be_cleared, set_up),
      cmocka_unit_test_setup(a_row_may_be_left_out, set_up),
      cmocka_unit_test_setup(a_row_may_lack_products, set_up),
      cmocka_unit_test_setup(threads_past_the_end_may_meet_at_the_last_row, set_up),
      cmocka_unit_test_setup(as_many_rows_as_threads_were_reached, set_up),
  };
  return cmocka_run_group_tests_name("judge_effects", tests, NULL, NULL);
}
