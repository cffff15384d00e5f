/* test_judge.c: the whole judge with a fake worker: verdict and line for any behaviour of a worker,
 * in bounded time. */
#include "judging.h"

#include "base/clock.h"

/* ---- verdicts -------------------------------------------------------------------------------- */

static const struct {
  const char *how;
  sl_verdict verdict;
  const char *words;
} ways[] = {
    {"answer", SL_PASSED, ""},
    {"answer-wrongly", SL_WRONG, "1 of 8 elements of y is wrong, the first is y[0] = 99"},
    {"leave-untouched", SL_WRONG, "; all of them have the value that they had before the launch"},
    {"cuda-error", SL_CUDA_ERROR, "cudaErrorX: bad launch"},
    {"finding", SL_FAULTY, "y has 8 elements, by block 0, thread 0: with thread 1"},
    {"finding-elsewhere", SL_FAULTY, "race"},
    {"leak", SL_FAULTY, "leak at d_z: never freed"},
    {"leak-and-wrong", SL_WRONG, "the first is y[0] = 99"},
    {"broken", SL_BROKEN, "no array z"},
    {"lost", SL_FAULTY, "the array y was freed"},
    {"exit-at-once", SL_NO_ANSWER, "exit status 0"},
    {"exit-in-the-middle", SL_NO_ANSWER, "exit status 5"},
    {"abort", SL_CRASHED, "in your conversion: Aborted (SIGABRT)"},
    {"segfault", SL_CRASHED, "SIGSEGV), at x[8], but x has 8 elements"},
    {"overrun", SL_CRASHED, "at byte 12 of memory that your code allocated, which has 8"},
    {"hang", SL_TIMED_OUT, "no answer, in your function: for 0.3 s the program has only waited"},
    {"hang-deaf", SL_TIMED_OUT, "something that never comes?"},
    {"spin", SL_TIMED_OUT,
     "no answer after 0.3 s of computing, in your function: is it a loop that never"},
    {"hang-outside", SL_TIMED_OUT, ""},
    {"stop", SL_TIMED_OUT, ""},
    {"never-read", SL_TIMED_OUT, ""},
    {"too-late", SL_TIMED_OUT, ""},
    {"print-for-ever", SL_TIMED_OUT, ""},
    {"babble-for-ever", SL_NO_ANSWER,
     "the program's report to the kit is damaged (a line that does not end)"},
    {"speak-first", SL_NO_ANSWER, "(a line that the kit did not write)"},
    {"forge", SL_NO_ANSWER, "write to files that it did not open?"},
    {"collect-twice", SL_NO_ANSWER, "(a repeated line, or a line out of order)"},
    {"end-early", SL_NO_ANSWER, "(a repeated line, or a line out of order)"},
    {"hang-up", SL_NO_ANSWER, "closed its connection to the judge"},
    {"grandchild-exit", SL_NO_ANSWER, "exit status 0"},
    {"grandchild-answer", SL_PASSED, ""},
    {"print-and-answer", SL_PASSED, ""},
    {"close-output", SL_PASSED, ""},
    {"babble-and-answer", SL_NO_ANSWER, "the program's report to the kit is damaged"},
    {"done-only", SL_NO_ANSWER, "(a repeated line, or a line out of order)"},
    {"claim", SL_OUT_OF_BOUNDS, ""},
    {"answer-behind-done", SL_OUT_OF_BOUNDS, ""},
    {"speak-on", SL_NO_ANSWER, "(more after the end)"},
    {"attack-files", SL_PASSED, ""},
    {"look-around", SL_PASSED, ""},
};

static void check_way(size_t i) {
  sl_lab_result result;
  int descriptors = count_descriptors();
  double start_us = sl_clock_us();
  bool silent = ways[i].verdict == SL_TIMED_OUT;
  double deadline_seconds = silent ? short_deadline_seconds : long_deadline_seconds;
  assert_ok(judge_within(deadline_seconds, ways[i].how, "first", small, 1, &result));
  double seconds = (sl_clock_us() - start_us) * 1e-6;
  const sl_case_result *seen = &result.tasks[0].cases[0];
  if (seen->verdict != ways[i].verdict || !strstr(seen->what, ways[i].words)) {
    fail_msg("%s: %s, \"%s\"", ways[i].how, sl_judge_verdict_name(seen->verdict), seen->what);
  }
  bool passed = ways[i].verdict == SL_PASSED;
  assert_int_equal(sl_judge_result_passed(&result), passed);
  assert_int_equal(sl_judge_result_points(&result, NULL), passed ? 4 : 0);
  if (seconds > most_seconds) fail_msg("%s: %.2f s", ways[i].how, seconds);
  sl_judge_result_free(&result);
  assert_int_equal(count_descriptors(), descriptors);
  assert_no_process_left();
  assert_int_equal(sl_memory_live(), 0);
}

static void every_way_has_its_verdict(void **state) {
  (void)state;
  write_source("void f() { work();\n}\n");
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) check_way(i);
}

static void a_missing_program_is_the_kits_fault(void **state) {
  (void)state;
  sl_lab_result result;
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&lab, source, "/nowhere/worker", small, 1, &options, &result));
  assert_int_equal(result.tasks[0].verdict, SL_BROKEN);
  assert_null(result.tasks[0].mistake);
  sl_judge_result_free(&result);
}

/* The worker still writes while the judge reads: any verdict is right, but the judge must not
 * crash. */
static void scribbling_behind_done_is_survived(void **state) {
  (void)state;
  const sl_case_spec large[] = {{.spec = "diagonal:50000"}};
  for (int i = 0; i < 10; i++) {
    sl_lab_result result;
    assert_ok(judge("scribble", "second", large, 1, &result));
    sl_verdict verdict = result.tasks[0].verdict;
    assert_true(verdict == SL_PASSED || verdict == SL_OUT_OF_BOUNDS);
    sl_judge_result_free(&result);
  }
  assert_no_process_left();
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void an_unwritten_task_is_told_from_a_wrong_one(void **state) {
  (void)state;
  sl_lab_result result;
  write_source("void f() { work();\n  // TODO(first): all\n}\n");
  assert_ok(judge("leave-untouched", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_NOT_WRITTEN);
  assert_int_equal(result.tasks[0].line, 2);
  sl_judge_result_free(&result);
  assert_ok(judge("answer-wrongly", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[0].line, 1);
  sl_judge_result_free(&result);
  /* only the comment was forgotten */
  assert_ok(judge("answer", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_PASSED);
  sl_judge_result_free(&result);
  write_source("\nvoid f() { work();\n}\n");
  assert_ok(judge("leave-untouched", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  sl_judge_result_free(&result);
}

/* The function is empty, its TODO comment was deleted, and the answer is wrong. */
static void a_task_with_an_empty_function_is_not_written(void **state) {
  (void)state;
  sl_lab_result result;
  write_source("void f() {\n}\n");
  assert_ok(judge("answer-wrongly", "first", small, 1, &result));
  assert_int_equal(result.tasks[0].verdict, SL_NOT_WRITTEN);
  assert_true(result.tasks[0].is_empty);
  assert_int_equal(result.tasks[0].line, 1);
  sl_judge_result_free(&result);
  write_source("void f() { work();\n}\n");
}

static void only_lines_of_the_students_file_are_named(void **state) {
  (void)state;
  sl_lab_result result;
  write_source("\nvoid f() { work();\n  race;\n}\n");
  assert_ok(judge("finding", "first", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 3);
  sl_judge_result_free(&result);
  assert_ok(judge("finding-elsewhere", "first", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 2); /* the function, not line 3 of drive.cu */
  sl_judge_result_free(&result);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void what_cannot_be_judged_is_an_error(void **state) {
  (void)state;
  sl_lab_result result;
  assert_fails(judge("answer", "third", small, 1, &result), SL_ERR_USAGE, "third");
  sl_judge_result_free(&result);
  const sl_case_spec bad[] = {{.spec = "diagonal:8"}, {.spec = "diagonal:x"}};
  assert_fails(judge("answer", NULL, bad, 2, &result), SL_ERR_INPUT, "diagonal");
  sl_judge_result_free(&result);
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  assert_fails(sl_judge(&lab, "/nowhere/k.cu", FAKE_WORKER, small, 1, &options, &result),
               SL_ERR_INPUT, "/nowhere/k.cu");
  sl_judge_result_free(&result);
  assert_no_process_left();
  assert_int_equal(sl_memory_live(), 0);
}

static sl_status judge_and_free(const char *how) {
  sl_lab_result result;
  sl_status status = judge(how, NULL, small, 1, &result);
  sl_judge_result_free(&result);
  return status;
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  int descriptors = count_descriptors();
  assert_survives_failing_allocations(judge_and_free("answer"));
  assert_survives_failing_allocations(judge_and_free("finding"));
  assert_int_equal(count_descriptors(), descriptors);
  assert_no_process_left();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_way_has_its_verdict),
      cmocka_unit_test(a_missing_program_is_the_kits_fault),
      cmocka_unit_test(scribbling_behind_done_is_survived),
      cmocka_unit_test(an_unwritten_task_is_told_from_a_wrong_one),
      cmocka_unit_test(a_task_with_an_empty_function_is_not_written),
      cmocka_unit_test(only_lines_of_the_students_file_are_named),
      cmocka_unit_test(what_cannot_be_judged_is_an_error),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("judge", tests, make_file, remove_file);
}
