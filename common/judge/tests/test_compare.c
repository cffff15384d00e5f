/* test_compare.c: all differences between an answer and the right one are detected, and no
 * others. */
#include "base/test.h"

#include "base/parallel.h"
#include "judge/compare.h"
#include "judge/question.h"
#include "sample.h"

#include <sys/mman.h>
#include <unistd.h>

enum { ROWS = 5 };

/* A problem, its question as the worker sees it, and the answer that the worker writes to. */
typedef struct exam {
  double x[ROWS], y[ROWS];
  sl_case given;
  sl_precision precision;
  sl_problem problem;
  const sl_wire_question *question;
  sl_answer answer;
  sl_difference found;
} exam;

static void set_up(exam *e, sl_precision precision, bool exact, int rows) {
  memset(e, 0, sizeof *e);
  for (int i = 0; i < rows; i++) {
    e->x[i] = i + 1;
    e->y[i] = 10 * i - 20;
  }
  e->precision = precision;
  e->given = (sl_case){.matrix = {.num_rows = rows, .num_cols = rows},
                       .x = e->x,
                       .y = e->y,
                       .precision = precision,
                       .exact = exact};
  assert_ok(sample_pose(&e->given, &e->problem));
  const sl_job_options options = {.deadline_seconds = 1};
  int files[2];
  assert_ok(sl_question_make(&e->problem, "sample", precision, &options, files, &e->answer));
  void *mapped = mmap(NULL, sizeof *e->question, PROT_READ, MAP_PRIVATE, files[0], 0);
  assert_true(mapped != MAP_FAILED);
  sl_wire_question header = *(const sl_wire_question *)mapped;
  (void)munmap(mapped, sizeof header);
  e->question = mmap(NULL, header.question_bytes, PROT_READ, MAP_PRIVATE, files[0], 0);
  assert_true((const void *)e->question != MAP_FAILED);
  (void)close(files[0]);
  (void)close(files[1]);
  sample_answer(e->question, e->answer.bytes);
}

static void tear_down(exam *e) {
  void *mapped;
  memcpy(&mapped, &e->question, sizeof mapped);
  (void)munmap(mapped, e->question->question_bytes);
  sl_question_free_answer(&e->answer);
  sl_problem_free(&e->problem);
  assert_int_equal(sl_memory_live(), 0);
}

static const sl_difference *compare(exam *e) {
  sl_decoded decoded;
  assert_ok(sl_compare_decode(&e->problem, &e->answer, e->precision, &decoded));
  assert_ok(sl_compare(&e->problem, &e->answer, &decoded, e->precision, &e->found));
  sl_compare_free_decoded(&decoded);
  return &e->found;
}

static bool is_clean(const sl_difference *d) {
  return !d->changed_input && !d->damaged && !d->wrong && d->wrong_count == 0;
}

/* Each test runs for both precisions, exact and within a bound. */
static void for_each_kind(void (*test)(exam *e)) {
  for (int kind = 0; kind < 4; kind++) {
    exam e;
    set_up(&e, kind & 1 ? SL_F64 : SL_F32, kind & 2, ROWS);
    test(&e);
    tear_down(&e);
  }
}

static double ulp_at(const exam *e, double value) {
  return e->precision == SL_F32 ? (double)nextafterf((float)fabs(value), INFINITY) - fabs(value)
                                : nextafter(fabs(value), (double)INFINITY) - fabs(value);
}

static void put(exam *e, size_t i, double value) {
  sample_set(e->question, e->answer.bytes, SAMPLE_Y, i, value);
}

/* ---- elements -------------------------------------------------------------------------------- */

static void right_is_clean(exam *e) {
  assert_true(is_clean(compare(e)));
}

static void a_right_answer_differs_in_nothing(void **state) {
  (void)state;
  for_each_kind(right_is_clean);
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    exam e;
    set_up(&e, (sl_precision)precision, false, 0);
    assert_true(is_clean(compare(&e)));
    tear_down(&e);
  }
}

static void strange_values_are_wrong(exam *e) {
  const double strange[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e30, -1e30};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    put(e, 3, strange[i]);
    const sl_difference *d = compare(e);
    assert_ptr_equal(d->wrong, &e->problem.arrays[SAMPLE_Y]);
    assert_int_equal(d->wrong_count, 1);
    assert_int_equal(d->wrong_at, 3);
    assert_true(d->expected == 14.0);
    assert_true(d->got == strange[i] || isnan(strange[i]) || e->precision == SL_F32);
    assert_int_equal(d->untouched, 0);
  }
}

static void nan_and_infinity_are_wrong(void **state) {
  (void)state;
  for_each_kind(strange_values_are_wrong);
}

/* The last value within the bound passes, the next one fails, on both sides. */
static void bound_is_sharp(exam *e) {
  const sl_array *y = &e->problem.arrays[SAMPLE_Y];
  double expected = y->expected[2], bound = y->bound ? y->bound[2] : 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    double edge = expected + sign * bound; /* both are short in binary: no rounding here */
    put(e, 2, edge);
    assert_true(is_clean(compare(e)));
    put(e, 2, edge + sign * ulp_at(e, edge));
    assert_int_equal(compare(e)->wrong_count, 1);
    assert_int_equal(e->found.wrong_at, 2);
    assert_true(e->found.bound == bound);
  }
}

static void one_step_outside_of_the_bound_is_wrong(void **state) {
  (void)state;
  for_each_kind(bound_is_sharp);
}

static void negative_zero_is_right(exam *e) {
  e->problem.arrays[SAMPLE_Y].expected[1] = 0.0;
  put(e, 1, -0.0);
  assert_true(is_clean(compare(e)));
}

static void minus_zero_equals_zero(void **state) {
  (void)state;
  for_each_kind(negative_zero_is_right);
}

static void all_are_counted(exam *e) {
  put(e, 1, 99);
  put(e, 3, 10.0); /* y[3] unchanged */
  put(e, 4, 99);
  const sl_difference *d = compare(e);
  assert_int_equal(d->wrong_count, 3);
  assert_int_equal(d->wrong_at, 1);
  assert_int_equal(d->untouched, 1);
  sample_return(e->question, e->answer.bytes);
  assert_int_equal(compare(e)->wrong_count, ROWS);
  assert_int_equal(e->found.untouched, ROWS);
}

static void wrong_and_untouched_elements_are_counted(void **state) {
  (void)state;
  for_each_kind(all_are_counted);
}

static void ints_must_be_equal(exam *e) {
  sample_set_int(e->question, e->answer.bytes, SAMPLE_ORDER, 4, 1);
  sample_set_int(e->question, e->answer.bytes, SAMPLE_ORDER, 2, (int32_t)SL_WIRE_POISON);
  const sl_difference *d = compare(e);
  assert_ptr_equal(d->wrong, &e->problem.arrays[SAMPLE_ORDER]);
  assert_int_equal(d->wrong_count, 2);
  assert_int_equal(d->wrong_at, 2);
  assert_int_equal(d->untouched, 1);
  put(e, 0, 99); /* the first array with a wrong element is reported */
  assert_ptr_equal(compare(e)->wrong, &e->problem.arrays[SAMPLE_Y]);
  assert_int_equal(e->found.wrong_count, 1);
}

static void integers_are_compared_exactly(void **state) {
  (void)state;
  for_each_kind(ints_must_be_equal);
}

static void an_untouched_output_is_known_by_its_poison(void **state) {
  (void)state;
  double expected[2] = {1, 2}, got[2] = {(double)NAN, 7};
  sl_array array = {.type = SL_REAL, .role = SL_OUT, .count = 2, .expected = expected};
  assert_true(isnan(sl_compare_initial_value(&array, 0)));
  array.role = SL_INOUT;
  array.reals = got;
  assert_true(sl_compare_initial_value(&array, 1) == 7);
}

/* A NaN that was computed is not poison. */
static void poison_is_told_from_other_nans(exam *e) {
  sl_array *y = &e->problem.arrays[SAMPLE_Y];
  size_t bytes = sl_question_element_bytes(y, e->precision);
  const uint32_t words[2] = {SL_WIRE_POISON, SL_WIRE_POISON};
  y->role = SL_OUT;
  put(e, 3, (double)NAN);
  assert_int_equal(compare(e)->wrong_count, 1);
  assert_int_equal(e->found.untouched, 0);
  memcpy(e->answer.bytes + e->answer.offsets[SAMPLE_Y] + 3 * bytes, words, bytes);
  assert_int_equal(compare(e)->wrong_count, 1);
  assert_int_equal(e->found.untouched, 1);
}

static void a_computed_nan_is_not_untouched(void **state) {
  (void)state;
  for_each_kind(poison_is_told_from_other_nans);
}

/* ---- around the elements --------------------------------------------------------------------- */

static size_t bytes_of(const exam *e, int array) {
  return sample_bytes(e->question, array);
}

/* Changes one bit, in the first and in the last word of both redzones of each array. */
static void each_redzone_is_watched(exam *e) {
  for (int a = 0; a < SAMPLE_ARRAYS; a++) {
    char *data = e->answer.bytes + e->answer.offsets[a];
    char *const before[] = {data - SL_WIRE_REDZONE, data - 1};
    char *const behind[] = {data + bytes_of(e, a), data + bytes_of(e, a) + SL_WIRE_REDZONE - 1};
    for (int k = 0; k < 2; k++) {
      *before[k] ^= 1;
      assert_ptr_equal(compare(e)->damaged, &e->problem.arrays[a]);
      assert_int_equal(e->found.before_start, 1);
      assert_int_equal(e->found.past_end, 0);
      *before[k] ^= 1;
      *behind[k] ^= 1;
      assert_ptr_equal(compare(e)->damaged, &e->problem.arrays[a]);
      assert_int_equal(e->found.before_start, 0);
      assert_int_equal(e->found.past_end, 1);
      assert_null(e->found.wrong);
      *behind[k] ^= 1;
    }
  }
  assert_true(is_clean(compare(e)));
}

static void redzones_are_watched_word_by_word(void **state) {
  (void)state;
  for_each_kind(each_redzone_is_watched);
}

/* The words that a redzone must contain, by type and role, computed independently. */
static void redzones_hold_what_the_protocol_says(void **state) {
  (void)state;
  assert_int_equal(sl_wire_before(SL_REAL, SL_OUT), SL_WIRE_SENTINEL);
  assert_int_equal(sl_wire_before(SL_REAL, SL_INOUT), SL_WIRE_SENTINEL);
  assert_int_equal(sl_wire_before(SL_REAL, SL_IN), SL_WIRE_POISON);
  assert_int_equal(sl_wire_before(SL_INT, SL_OUT), SL_WIRE_POISON);
  assert_int_equal(sl_wire_behind(SL_REAL, SL_OUT, 0, 3), SL_WIRE_SENTINEL);
  assert_int_equal(sl_wire_behind(SL_REAL, SL_IN, 0, 3), SL_WIRE_POISON);
  assert_int_equal(sl_wire_behind(SL_INT, SL_IN, 41, 0), 42);
  assert_int_equal(sl_wire_behind(SL_INT, SL_OUT, 0, 9), 10);
  assert_int_equal(sl_wire_behind(SL_INT, SL_IN, INT32_MAX, 0), UINT32_C(0x80000000));
  float poison, sentinel;
  uint32_t words[2] = {SL_WIRE_POISON, SL_WIRE_SENTINEL};
  memcpy(&poison, &words[0], 4);
  memcpy(&sentinel, &words[1], 4);
  assert_true(isnan(poison));
  assert_true(isfinite(sentinel) && sentinel != 0);
}

static void the_last_integer_is_the_last_one_sent(void **state) {
  (void)state;
  const int numbers[] = {3, 5, 8};
  sl_array array = {.type = SL_INT, .role = SL_IN, .count = 3, .ints = numbers};
  assert_int_equal(sl_question_last_int(&array), 8);
  array.count = 0;
  assert_int_equal(sl_question_last_int(&array), 0);
  array.count = 3;
  array.role = SL_OUT;
  assert_int_equal(sl_question_last_int(&array), 0);
}

static void input_must_not_change(exam *e) {
  char *x = e->answer.bytes + e->answer.offsets[SAMPLE_X];
  size_t last_byte = bytes_of(e, SAMPLE_X) - 1;
  x[last_byte] ^= 1;
  assert_ptr_equal(compare(e)->changed_input, &e->problem.arrays[SAMPLE_X]);
  assert_int_equal(e->found.changed_at, ROWS - 1);
  x[0] ^= 1;
  assert_int_equal(compare(e)->changed_at, 0);
  x[0] ^= 1;
  x[last_byte] ^= 1;
  e->answer.bytes[e->answer.offsets[SAMPLE_NUM_ROWS]] ^= 1;
  assert_ptr_equal(compare(e)->changed_input, &e->problem.arrays[SAMPLE_NUM_ROWS]);
}

static void changed_inputs_are_found(void **state) {
  (void)state;
  for_each_kind(input_must_not_change);
}

/* A worker may claim to have answered without writing anything. Its zeros are wrong, even if zeros
 * would be right. */
static void zeros_are_no_answer(exam *e) {
  memset(e->answer.bytes, 0, e->answer.size);
  for (int i = 0; i < ROWS; i++) e->problem.arrays[SAMPLE_Y].expected[i] = 0;
  memset(e->problem.arrays[SAMPLE_ORDER].expected, 0, ROWS * sizeof(double));
  const sl_difference *d = compare(e);
  assert_null(d->wrong);
  assert_non_null(d->damaged);
  assert_non_null(d->changed_input);
}

static void an_answer_never_written_is_not_right(void **state) {
  (void)state;
  for_each_kind(zeros_are_no_answer);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static sl_status decode_and_compare(exam *e) {
  sl_decoded decoded;
  sl_status status = sl_compare_decode(&e->problem, &e->answer, e->precision, &decoded);
  if (status == SL_OK) {
    status = sl_compare(&e->problem, &e->answer, &decoded, e->precision, &e->found);
  }
  sl_compare_free_decoded(&decoded);
  return status;
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  exam e;
  set_up(&e, SL_F32, false, ROWS);
  assert_survives_failing_allocations(decode_and_compare(&e));
  tear_down(&e);
}

/* ---- the question -----------------------------------------------------------------------------
 */

static void offsets_leave_room_for_redzones(exam *e) {
  const sl_wire_question *q = e->question;
  assert_int_equal(q->magic, SL_WIRE_MAGIC);
  assert_int_equal(q->real_bytes, sl_spmv_precision_bytes(e->precision));
  size_t end = 0;
  for (int a = 0; a < SAMPLE_ARRAYS; a++) {
    assert_int_equal(q->arrays[a].answer_offset % SL_WIRE_REDZONE, 0);
    assert_true(q->arrays[a].answer_offset >= end + SL_WIRE_REDZONE);
    end = q->arrays[a].answer_offset + bytes_of(e, a) + SL_WIRE_REDZONE;
    assert_int_equal(e->answer.offsets[a], q->arrays[a].answer_offset);
  }
  assert_true(end <= q->answer_bytes);
  assert_int_equal(q->answer_bytes, e->answer.size);
}

static void arrays_of_an_answer_do_not_overlap(void **state) {
  (void)state;
  for_each_kind(offsets_leave_room_for_redzones);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_right_answer_differs_in_nothing),
      cmocka_unit_test(nan_and_infinity_are_wrong),
      cmocka_unit_test(one_step_outside_of_the_bound_is_wrong),
      cmocka_unit_test(minus_zero_equals_zero),
      cmocka_unit_test(wrong_and_untouched_elements_are_counted),
      cmocka_unit_test(integers_are_compared_exactly),
      cmocka_unit_test(an_untouched_output_is_known_by_its_poison),
      cmocka_unit_test(a_computed_nan_is_not_untouched),
      cmocka_unit_test(redzones_are_watched_word_by_word),
      cmocka_unit_test(redzones_hold_what_the_protocol_says),
      cmocka_unit_test(the_last_integer_is_the_last_one_sent),
      cmocka_unit_test(changed_inputs_are_found),
      cmocka_unit_test(an_answer_never_written_is_not_right),
      cmocka_unit_test(failing_allocations_are_survived),
      cmocka_unit_test(arrays_of_an_answer_do_not_overlap),
  };
  int failed = cmocka_run_group_tests_name("judge_compare", tests, NULL, NULL);
  sl_parallel_pretend(7, 1); /* runs all tests again, with several threads */
  return failed + cmocka_run_group_tests_name("judge_compare shared", tests, NULL, NULL);
}
