/* test_again.c: what is judged on a GPU is judged again on the lens. The fake worker simulates both
 * backends. */
#include "judging.h"

static const char *on_lens;
static int times_built;

static sl_status give_lens(void *context, const char **program_out) {
  (void)context;
  times_built++;
  (void)setenv("FAKE_WORKER", on_lens ? on_lens : "", 1);
  *program_out = on_lens ? FAKE_WORKER : NULL;
  return SL_OK;
}

static void judge_on(sl_backend_id backend, const char *first, const char *lens,
                     sl_lab_result *out) {
  const sl_judge_options options = {
      .backend = backend, .on_lens = give_lens, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", first, 1);
  on_lens = lens;
  times_built = 0;
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL, &options, out));
}

static void judge_twice(const char *on_gpu, const char *lens, sl_lab_result *out) {
  judge_on(SL_GPU, on_gpu, lens, out);
}

static void what_the_lens_finds_is_shown(void **state) {
  (void)state;
  sl_lab_result result, alone;
  judge_twice("answer-wrongly", "finding", &result);
  const sl_judge_options options = {.backend = SL_LENS, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", "finding", 1);
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL - 1, &options, &alone));
  assert_int_equal(times_built, 1); /* once for both tasks */
  for (size_t t = 0; t < 2; t++) {
    const sl_task_result *task = &result.tasks[t], *seen = &alone.tasks[t];
    assert_int_equal(task->verdict, SL_WRONG);
    assert_int_equal(task->points, 0);
    assert_int_equal(task->num_cases, NUM_SEVERAL);
    assert_true(task->line > 0);
    assert_int_equal(task->line, seen->line);
    assert_ptr_equal(task->mistake, seen->mistake);
    assert_string_equal(task->failure->name, seen->failure->name);
    assert_string_equal(task->failure->what, seen->failure->what);
  }
  sl_judge_result_free(&alone);
  sl_judge_result_free(&result);
}

static void nothing_is_named_if_the_lens_finds_nothing(void **state) {
  (void)state;
  sl_lab_result result;
  judge_twice("answer-wrongly", "answer", &result);
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_null(result.tasks[0].mistake);
  assert_non_null(result.tasks[0].failure);
  sl_judge_result_free(&result);
  judge_twice("answer-wrongly", NULL, &result); /* it does not compile for the lens */
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_null(result.tasks[0].mistake);
  sl_judge_result_free(&result);
}

static void what_passes_on_both_passes(void **state) {
  (void)state;
  sl_lab_result result;
  judge_twice("answer", "answer", &result);
  assert_true(sl_judge_result_passed(&result));
  assert_int_equal(times_built, 1);
  assert_int_equal(result.lens_check, SL_LENS_CHECK_DONE);
  sl_judge_result_free(&result);
}

static void what_passes_and_does_not_compile_for_the_lens_passes(void **state) {
  (void)state;
  sl_lab_result result;
  judge_twice("answer", NULL, &result);
  assert_true(sl_judge_result_passed(&result));
  assert_int_equal(result.lens_check, SL_LENS_CHECK_MISSING);
  sl_judge_result_free(&result);
}

static void what_passes_and_fails_on_the_lens_fails(void **state) {
  (void)state;
  sl_lab_result result, alone;
  judge_twice("answer", "finding", &result);
  const sl_judge_options options = {.backend = SL_LENS, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", "finding", 1);
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL - 1, &options, &alone));
  assert_false(sl_judge_result_passed(&result));
  for (size_t t = 0; t < 2; t++) {
    const sl_task_result *task = &result.tasks[t], *seen = &alone.tasks[t];
    assert_int_equal(task->verdict, seen->verdict);
    assert_int_equal(task->points, 0);
    assert_ptr_equal(task->mistake, seen->mistake);
    assert_int_equal(task->line, seen->line);
    assert_true(task->failure->only_on_lens);
    assert_int_equal(task->failure->verdict, seen->verdict);
    assert_string_equal(task->failure->name, seen->failure->name);
    assert_string_equal(task->failure->what, seen->failure->what);
  }
  sl_judge_result_free(&alone);
  sl_judge_result_free(&result);
}

static void what_is_broken_is_not_judged_again(void **state) {
  (void)state;
  sl_lab_result result;
  judge_twice("broken", "finding", &result); /* the kit's fault */
  assert_int_equal(times_built, 0);
  assert_int_equal(result.lens_check, SL_LENS_CHECK_NONE);
  sl_judge_result_free(&result);
}

/* A run on the lens leaves nothing to judge again. */
static void what_fails_on_the_lens_is_not_judged_again(void **state) {
  (void)state;
  sl_lab_result result;
  judge_on(SL_LENS, "finding", "answer", &result);
  assert_int_equal(times_built, 0);
  assert_non_null(result.tasks[0].mistake);
  sl_judge_result_free(&result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_the_lens_finds_is_shown),
      cmocka_unit_test(nothing_is_named_if_the_lens_finds_nothing),
      cmocka_unit_test(what_passes_on_both_passes),
      cmocka_unit_test(what_passes_and_does_not_compile_for_the_lens_passes),
      cmocka_unit_test(what_passes_and_fails_on_the_lens_fails),
      cmocka_unit_test(what_is_broken_is_not_judged_again),
      cmocka_unit_test(what_fails_on_the_lens_is_not_judged_again),
  };
  return cmocka_run_group_tests_name("judge_again", tests, make_file, remove_file);
}
