/* test_judge.c: the whole judge with a fake worker: whatever a worker does, its verdict, its
 * points, and in bounded time. */
#include "left_behind.h"

#include "base/clock.h"
#include "judge/judge.h"
#include "judge/source.h"
#include "sample.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char source[] = "/tmp/sparselab-judge-XXXXXX.cu";

static const sl_task tasks[] = {
    {.name = "first", .function = "f", .points = 4, .measured = true, .pose = sample_pose},
    {.name = "second", .function = "g", .points = 3, .pose = sample_pose}};
static const sl_lab lab = {.id = "00-sample", .title = "a sample", .tasks = tasks, .num_tasks = 2};

static const sl_case_spec small[] = {{.spec = "diagonal:8"}};
static const sl_case_spec several[] = {
    {.spec = "empty:0x0"},  {.spec = "diagonal:8"}, {.spec = "diagonal:33", .exact = true},
    {.spec = "diagonal:3"}, {.spec = "diagonal:5"}, {.spec = "diagonal:40", .measured = true}};
enum { NUM_SEVERAL = sizeof several / sizeof *several };

/* A worker that answers has all the time that a busy machine may take; one that does not is waited
 * for until a short deadline. In either event the judge's wait has an end long before the other. */
static const double long_deadline_seconds = 60, short_deadline_seconds = 0.3, most_seconds = 20;

static void write_source(const char *text) {
  FILE *file = fopen(source, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

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
    {"exit-at-once", SL_NO_ANSWER, "exit status 0"},
    {"exit-in-the-middle", SL_NO_ANSWER, "exit status 5"},
    {"abort", SL_CRASHED, "in your conversion: Aborted (SIGABRT)"},
    {"segfault", SL_CRASHED, "SIGSEGV), at x[8], but x has 8 elements"},
    {"overrun", SL_CRASHED, "at byte 12 of memory that your code took for itself, which has 8"},
    {"hang", SL_TIMED_OUT, "no answer within 0.3 s, in your function"},
    {"hang-deaf", SL_TIMED_OUT, "a loop that never ends?"},
    {"hang-outside", SL_TIMED_OUT, ""},
    {"stop", SL_TIMED_OUT, ""},
    {"never-read", SL_TIMED_OUT, ""},
    {"too-late", SL_TIMED_OUT, ""},
    {"print-for-ever", SL_TIMED_OUT, ""},
    {"babble-for-ever", SL_TIMED_OUT, ""},
    {"hang-up", SL_NO_ANSWER, "cut its line to the judge"},
    {"grandchild-exit", SL_NO_ANSWER, "exit status 0"},
    {"grandchild-answer", SL_PASSED, ""},
    {"print-and-answer", SL_PASSED, ""},
    {"close-output", SL_PASSED, ""},
    {"babble-and-answer", SL_PASSED, ""},
    {"done-only", SL_NO_ANSWER, "no answer came back"},
    {"claim", SL_OUT_OF_BOUNDS, ""},
    {"answer-behind-done", SL_OUT_OF_BOUNDS, ""},
    {"speak-on", SL_PASSED, ""},
    {"attack-files", SL_PASSED, ""},
    {"look-around", SL_PASSED, ""},
};

static double deadline_for(const char *how) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    bool silent = ways[i].verdict == SL_TIMED_OUT;
    if (silent && strcmp(ways[i].how, how) == 0) return short_deadline_seconds;
  }
  return long_deadline_seconds;
}

static sl_status judge(const char *how, const char *task, const sl_case_spec *cases,
                       size_t num_cases, sl_lab_result *out) {
  (void)setenv("FAKE_WORKER", how, 1);
  (void)setenv("FAKE_SOURCE", source, 1);
  const sl_judge_options options = {
      .backend = SL_GPU, .only_task = task, .deadline_seconds = deadline_for(how)};
  return sl_judge(&lab, source, FAKE_WORKER, cases, num_cases, &options, out);
}

static void check_way(size_t i) {
  sl_lab_result result;
  int descriptors = count_descriptors();
  double start_us = sl_clock_us();
  assert_ok(judge(ways[i].how, "first", small, 1, &result));
  double seconds = (sl_clock_us() - start_us) * 1e-6;
  const sl_case_result *seen = &result.tasks[0].cases[0];
  if (seen->verdict != ways[i].verdict || !strstr(seen->what, ways[i].words)) {
    fail_msg("%s: %s, \"%s\"", ways[i].how, sl_verdict_name(seen->verdict), seen->what);
  }
  bool passed = ways[i].verdict == SL_PASSED;
  assert_int_equal(sl_lab_result_passed(&result), passed);
  assert_int_equal(sl_lab_result_points(&result, NULL), passed ? 4 : 0);
  if (seconds > most_seconds) fail_msg("%s: %.2f s", ways[i].how, seconds);
  sl_lab_result_free(&result);
  assert_int_equal(count_descriptors(), descriptors);
  assert_no_process_left();
  assert_int_equal(sl_alloc_live(), 0);
}

static void every_way_has_its_verdict(void **state) {
  (void)state;
  write_source("void f() {\n}\n");
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) check_way(i);
}

static void a_missing_program_is_the_kits_fault(void **state) {
  (void)state;
  sl_lab_result result;
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&lab, source, "/nowhere/worker", small, 1, &options, &result));
  assert_int_equal(result.tasks[0].verdict, SL_BROKEN);
  assert_null(result.tasks[0].mistake);
  sl_lab_result_free(&result);
}

/* The worker still writes while the judge reads: any verdict but a crash of the judge. */
static void scribbling_behind_done_is_survived(void **state) {
  (void)state;
  const sl_case_spec large[] = {{.spec = "diagonal:50000"}};
  for (int i = 0; i < 10; i++) {
    sl_lab_result result;
    assert_ok(judge("scribble", "second", large, 1, &result));
    sl_verdict verdict = result.tasks[0].verdict;
    assert_true(verdict == SL_PASSED || verdict == SL_OUT_OF_BOUNDS);
    sl_lab_result_free(&result);
  }
  assert_no_process_left();
}

/* ---- several cases
 * ------------------------------------------------------------------------------- */

static void all_right_gives_all_points(void **state) {
  (void)state;
  sl_lab_result result;
  int possible;
  assert_ok(judge("answer", NULL, several, NUM_SEVERAL, &result));
  assert_int_equal(sl_lab_result_points(&result, &possible), 7);
  assert_int_equal(possible, 7);
  assert_true(sl_lab_result_passed(&result));
  assert_string_equal(result.device, "fake");
  for (size_t t = 0; t < 2; t++) {
    assert_int_equal(result.tasks[t].num_cases, NUM_SEVERAL);
    assert_int_equal(result.tasks[t].line, 0);
  }
  sl_lab_result_free(&result);
}

static void figures_are_taken_of_measured_cases_only(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("samples", NULL, several, NUM_SEVERAL, &result));
  assert_true(sl_lab_result_passed(&result));
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.cold_us == 20);
  assert_true(result.tasks[0].cases[1].figures.cold_us == 0);
  assert_true(result.tasks[1].cases[NUM_SEVERAL - 1].figures.cold_us == 0); /* not measured */
  sl_lab_result_free(&result);
}

static void no_times_are_taken_where_none_are_wanted(void **state) {
  (void)state;
  sl_lab_result result;
  (void)setenv("FAKE_WORKER", "samples", 1);
  const sl_judge_options options = {
      .backend = SL_GPU, .untimed = true, .deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
  assert_true(sl_lab_result_passed(&result));
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.cold_us == 0);
  sl_lab_result_free(&result);
}

/* Those of the case before are gone, those of the task before are not. */
static void counters_of_all_tasks_on_the_last_case_are_kept(void **state) {
  (void)state;
  sl_task both[2] = {tasks[0], tasks[1]};
  both[1].measured = true;
  const sl_lab measured = {.id = "00-sample", .title = "a sample", .tasks = both, .num_tasks = 2};
  sl_lab_result result;
  (void)setenv("FAKE_WORKER", "counter", 1);
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&measured, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
  assert_int_equal(result.seen.num_counters, 2);
  for (size_t t = 0; t < 2; t++) {
    assert_string_equal(result.seen.counters[t].kernel, both[t].name);
    assert_int_equal(result.seen.counters[t].requests, 40); /* diagonal:40 is the last */
  }
  sl_lab_result_free(&result);
}

static const char *count_x(const sl_evidence *evidence) {
  return evidence->seen.counters[0].requests > 8 ? "too many requests" : NULL;
}

static sl_verdict inspected(const char *how, const char *spec, char *what_out, size_t size) {
  sl_task one = tasks[0];
  one.inspect = count_x;
  const sl_lab strict = {.id = "00-sample", .title = "a sample", .tasks = &one, .num_tasks = 1};
  const sl_case_spec given = {.spec = spec};
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  sl_lab_result result;
  (void)setenv("FAKE_WORKER", how, 1);
  assert_ok(sl_judge(&strict, source, FAKE_WORKER, &given, 1, &options, &result));
  sl_verdict verdict = result.tasks[0].verdict;
  (void)snprintf(what_out, size, "%s", result.tasks[0].cases[0].what);
  sl_lab_result_free(&result);
  return verdict;
}

static void a_task_may_look_at_the_counters_of_a_right_answer(void **state) {
  (void)state;
  char what[100];
  assert_int_equal(inspected("counter", "diagonal:8", what, sizeof what), SL_PASSED);
  assert_int_equal(inspected("counter", "diagonal:9", what, sizeof what), SL_FAULTY);
  assert_string_equal(what, "too many requests");
  assert_int_equal(inspected("answer", "diagonal:9", what, sizeof what), SL_PASSED); /* a GPU */
  assert_int_equal(inspected("answer-wrongly", "diagonal:9", what, sizeof what), SL_WRONG);
}

static sl_verdict verdict_of(const sl_lab_result *result, size_t i) {
  return result->tasks[0].cases[i].verdict;
}

/* A new worker for each wrong answer would be slow on a GPU. */
static void a_worker_lives_on_after_a_wrong_answer(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("answer-wrongly-once", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(verdict_of(&result, 1), SL_WRONG);
  for (size_t i = 2; i + 1 < NUM_SEVERAL; i++) assert_int_equal(verdict_of(&result, i), SL_PASSED);
  sl_lab_result_free(&result);
}

static void one_tasks_damage_costs_no_other_its_points(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("first-spoils-second", NULL, several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[1].verdict, SL_PASSED);
  assert_int_equal(sl_lab_result_points(&result, NULL), 3);
  sl_lab_result_free(&result);
}

static void after_three_deaths_a_task_is_given_up(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("exit-in-the-middle", "first", several, NUM_SEVERAL, &result));
  for (size_t i = 0; i < NUM_SEVERAL; i++) {
    assert_int_equal(verdict_of(&result, i), i < 3 ? SL_NO_ANSWER : SL_SKIPPED);
  }
  assert_int_equal(result.tasks[0].verdict, SL_NO_ANSWER);
  assert_int_equal(result.tasks[0].points, 0);
  sl_lab_result_free(&result);
}

static void after_one_timeout_a_task_is_given_up(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("hang", "first", several, NUM_SEVERAL, &result));
  for (size_t i = 0; i < NUM_SEVERAL; i++) {
    assert_int_equal(verdict_of(&result, i), i < 1 ? SL_TIMED_OUT : SL_SKIPPED);
  }
  assert_non_null(strstr(result.tasks[0].failure->what, "No further case is tried."));
  sl_lab_result_free(&result);
}

static void what_fails_is_not_measured(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("answer-wrongly", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(verdict_of(&result, 0), SL_PASSED); /* no rows: nothing to get wrong */
  assert_int_equal(verdict_of(&result, 4), SL_WRONG);
  assert_int_equal(verdict_of(&result, NUM_SEVERAL - 1), SL_SKIPPED);
  assert_int_equal(result.tasks[0].points, 0);
  sl_lab_result_free(&result);
}

static void without_cases_nothing_is_passed(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("answer", NULL, several, 0, &result));
  assert_false(sl_lab_result_passed(&result));
  assert_int_equal(sl_lab_result_points(&result, NULL), 0);
  sl_lab_result_free(&result);
}

/* ---- lines -------------------------------------------------------------------------------------
 */

static void an_unwritten_task_is_told_from_a_wrong_one(void **state) {
  (void)state;
  sl_lab_result result;
  write_source("void f() {\n  // TODO(first): all\n}\n");
  assert_ok(judge("leave-untouched", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_NOT_WRITTEN);
  assert_int_equal(result.tasks[0].line, 2);
  sl_lab_result_free(&result);
  assert_ok(judge("answer-wrongly", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[0].line, 1);
  sl_lab_result_free(&result);
  assert_ok(judge("answer", "first", several, NUM_SEVERAL, &result)); /* a forgotten comment */
  assert_int_equal(result.tasks[0].verdict, SL_PASSED);
  sl_lab_result_free(&result);
  write_source("\nvoid f() {\n}\n");
  assert_ok(judge("leave-untouched", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  sl_lab_result_free(&result);
}

static void only_lines_of_the_students_file_are_named(void **state) {
  (void)state;
  sl_lab_result result;
  write_source("\nvoid f() {\n  race;\n}\n");
  assert_ok(judge("finding", "first", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 3);
  sl_lab_result_free(&result);
  assert_ok(judge("finding-elsewhere", "first", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 2); /* the function, not line 3 of drive.cu */
  sl_lab_result_free(&result);
}

/* ---- errors ------------------------------------------------------------------------------------
 */

static void what_cannot_be_judged_is_an_error(void **state) {
  (void)state;
  sl_lab_result result;
  assert_fails(judge("answer", "third", small, 1, &result), SL_ERR_USAGE, "third");
  sl_lab_result_free(&result);
  const sl_case_spec bad[] = {{.spec = "diagonal:8"}, {.spec = "diagonal:x"}};
  assert_fails(judge("answer", NULL, bad, 2, &result), SL_ERR_INPUT, "diagonal");
  sl_lab_result_free(&result);
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds};
  assert_fails(sl_judge(&lab, "/nowhere/k.cu", FAKE_WORKER, small, 1, &options, &result),
               SL_ERR_INPUT, "/nowhere/k.cu");
  sl_lab_result_free(&result);
  assert_no_process_left();
  assert_int_equal(sl_alloc_live(), 0);
}

/* ---- what only some tasks have -----------------------------------------------------------------
 */

static sl_status pose_up_to_8(const sl_case *given, sl_problem *out) {
  SL_TRY(sample_pose(given, out));
  if (given->matrix.num_rows <= 8) return SL_OK;
  return sl_fail(SL_ERR_SIZE, "%d rows do not fit", given->matrix.num_rows);
}

/* The first element of y may be anything. */
static void forgive_the_first(const sl_problem *problem, double *const *answers) {
  answers[SAMPLE_Y][0] = problem->arrays[SAMPLE_Y].expected[0];
}

static sl_status judge_task(const sl_task *task, const char *how, const sl_case_spec *cases,
                            size_t num_cases, sl_lab_result *out) {
  const sl_lab one = {.id = "00-sample", .title = "a sample", .tasks = task, .num_tasks = 1};
  const sl_judge_options options = {.backend = SL_GPU, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", how, 1);
  return sl_judge(&one, source, FAKE_WORKER, cases, num_cases, &options, out);
}

/* What an unknown mistake in a kernel points at, and a launch that was refused. */
static void a_task_says_where_to_look_for_unknown_mistakes(void **state) {
  (void)state;
  const sl_task task = {
      .name = "first", .function = "f", .at = "k:", .points = 4, .pose = sample_pose};
  sl_lab_result result;
  write_source("\nvoid k() {\n}\n\nvoid f() {\n}\n");
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 2);
  sl_lab_result_free(&result);
  assert_ok(judge_task(&task, "cuda-error", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 5);
  sl_lab_result_free(&result);
  write_source("\nvoid of_another_name() {\n}\n\nvoid f() {\n}\n");
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 5);
  sl_lab_result_free(&result);
}

static void a_case_too_large_for_a_format_is_skipped_in_words(void **state) {
  (void)state;
  const sl_task task = {.name = "first", .function = "f", .points = 4, .pose = pose_up_to_8};
  sl_lab_result result;
  assert_ok(judge_task(&task, "answer", several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_PASSED);
  assert_int_equal(result.tasks[0].cases[1].verdict, SL_PASSED);
  assert_int_equal(result.tasks[0].cases[2].verdict, SL_SKIPPED);
  assert_string_equal(result.tasks[0].cases[2].what, "33 rows do not fit");
  sl_lab_result_free(&result);
}

/* `g` returns 0 and should return a number of more digits than a float has. */
static sl_status pose_returned(const sl_case *given, sl_problem *out) {
  (void)given;
  return sl_problem_returned(out, "g", 0, 2147483645);
}

/* An order of rows, which a function on the CPU has not written. */
static sl_status pose_on_host(const sl_case *given, sl_problem *out) {
  double *expected;
  SL_TRY(sl_problem_ints(out, "order", SL_HOST, SL_OUT, NULL, (size_t)given->matrix.num_rows));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  return SL_OK;
}

static void say_call(const sl_problem *problem, size_t i, char *out, size_t size) {
  (void)snprintf(out, size, "f(%d)", (int)problem->arrays[0].count + (int)i);
}

static sl_status pose_calls(const sl_case *given, sl_problem *out) {
  out->say_element = say_call;
  SL_TRY(pose_on_host(given, out));
  out->arrays[0].is_returned = true;
  return SL_OK;
}

static void verdicts_of_functions_on_the_cpu_speak_of_calls(void **state) {
  (void)state;
  sl_task task = {.name = "first", .function = "f", .points = 4, .pose = pose_returned};
  sl_lab_result result;
  write_source("\nint f() {\n}\n\nint g() {\n}\n");
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_string_equal(result.tasks[0].failure->what, "g returned 0 instead of 2147483645");
  assert_int_equal(result.tasks[0].line, 5);
  sl_lab_result_free(&result);
  task.pose = pose_on_host;
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_non_null(strstr(result.tasks[0].failure->what,
                         "order[0] = 2147467486 instead of 0; all of them have the value that they "
                         "had before your function was called"));
  sl_lab_result_free(&result);
  task.pose = pose_calls;
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_string_equal(result.tasks[0].failure->what,
                      "8 of 8 calls are wrong, the first: f(8) returned 2147467486 instead of 0");
  sl_lab_result_free(&result);
}

static void answers_are_arranged_before_they_are_compared(void **state) {
  (void)state;
  sl_task task = {.name = "first", .function = "f", .points = 4, .pose = sample_pose};
  sl_lab_result result;
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  sl_lab_result_free(&result);
  task.arrange = forgive_the_first;
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].verdict, SL_PASSED);
  sl_lab_result_free(&result);
}

static sl_status judge_and_free(const char *how) {
  sl_lab_result result;
  sl_status status = judge(how, NULL, small, 1, &result);
  sl_lab_result_free(&result);
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

static int make_file(void **state) {
  int file = mkstemps(source, 3);
  return file < 0 ? -1 : close(file) | adopt_orphans(state);
}

static int remove_file(void **state) {
  (void)state;
  return unlink(source);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_way_has_its_verdict),
      cmocka_unit_test(a_missing_program_is_the_kits_fault),
      cmocka_unit_test(a_case_too_large_for_a_format_is_skipped_in_words),
      cmocka_unit_test(verdicts_of_functions_on_the_cpu_speak_of_calls),
      cmocka_unit_test(answers_are_arranged_before_they_are_compared),
      cmocka_unit_test(scribbling_behind_done_is_survived),
      cmocka_unit_test(all_right_gives_all_points),
      cmocka_unit_test(figures_are_taken_of_measured_cases_only),
      cmocka_unit_test(no_times_are_taken_where_none_are_wanted),
      cmocka_unit_test(counters_of_all_tasks_on_the_last_case_are_kept),
      cmocka_unit_test(a_worker_lives_on_after_a_wrong_answer),
      cmocka_unit_test(one_tasks_damage_costs_no_other_its_points),
      cmocka_unit_test(a_task_may_look_at_the_counters_of_a_right_answer),
      cmocka_unit_test(after_three_deaths_a_task_is_given_up),
      cmocka_unit_test(after_one_timeout_a_task_is_given_up),
      cmocka_unit_test(what_fails_is_not_measured),
      cmocka_unit_test(without_cases_nothing_is_passed),
      cmocka_unit_test(an_unwritten_task_is_told_from_a_wrong_one),
      cmocka_unit_test(only_lines_of_the_students_file_are_named),
      cmocka_unit_test(a_task_says_where_to_look_for_unknown_mistakes),
      cmocka_unit_test(what_cannot_be_judged_is_an_error),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("judge", tests, make_file, remove_file);
}
