/* test_judge_cases.c: the whole judge with a fake worker: points and figures of a task from several
 * cases, and features of some tasks. */
#include "judging.h"

#include "judge/failed_case.h"
#include "judge/goals.h"
#include "reference/cpu_task.h"

/* ---- several cases --------------------------------------------------------------------------- */

static void all_right_gives_all_points(void **state) {
  (void)state;
  sl_lab_result result;
  int possible;
  assert_ok(judge("answer", NULL, several, NUM_SEVERAL, &result));
  assert_int_equal(sl_judge_result_points(&result, &possible), 7);
  assert_int_equal(possible, 7);
  assert_true(sl_judge_result_passed(&result));
  assert_string_equal(result.device, "fake");
  for (size_t t = 0; t < 2; t++) {
    assert_int_equal(result.tasks[t].num_cases, NUM_SEVERAL);
    assert_int_equal(result.tasks[t].line, 0);
  }
  sl_judge_result_free(&result);
}

static void figures_are_taken_of_measured_cases_only(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("samples", NULL, several, NUM_SEVERAL, &result));
  assert_true(sl_judge_result_passed(&result));
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.cold_us == 20);
  assert_true(result.tasks[0].cases[1].figures.cold_us == 0);
  assert_true(result.tasks[1].cases[NUM_SEVERAL - 1].figures.cold_us == 0); /* not measured */
  sl_judge_result_free(&result);
}

static void no_times_are_taken_where_none_are_wanted(void **state) {
  (void)state;
  sl_lab_result result;
  (void)setenv("FAKE_WORKER", "samples", 1);
  const sl_judge_options options = {
      .backend = SL_GPU, .untimed = true, .deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
  assert_true(sl_judge_result_passed(&result));
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.cold_us == 0);
  sl_judge_result_free(&result);
}

static int num_timed;

static void add_on_cpu(const sl_cpu_task *task, int part) {
  const float *x = task->at[0];
  float *y = task->at[1];
  (void)part;
  for (size_t i = 0; i < task->arrays[0].count; i++) y[i] += x[i];
  num_timed++;
}

static sl_status pose_compared(const sl_case *given, sl_problem *out) {
  static const sl_cpu_code code = {.arrays = "x y", .part = add_on_cpu};
  out->cpu = &code;
  return sample_pose(given, out);
}

/* The CPU's code for a task runs on measured cases that pass, if a speedup is wanted. */
static void cpu_code_is_timed_for_the_speedup(void **state) {
  (void)state;
  sl_task both[] = {tasks[0], tasks[1]};
  sl_lab_result result;
  both[0].pose = both[1].pose = pose_compared;
  const sl_lab compared = {.id = "00-sample", .title = "a sample", .tasks = both, .num_tasks = 2};
  sl_judge_options options = {.backend = SL_GPU, .deadline_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", "samples", 1);
  assert_ok(sl_judge(&compared, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.sequential_us == 0);
  assert_int_equal(num_timed, 0);
  sl_judge_result_free(&result);
  options.speedup = true;
  assert_ok(sl_judge(&compared, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
  assert_true(sl_judge_result_passed(&result));
  assert_true(num_timed > 0);
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.sequential_us > 0);
  assert_true(result.tasks[0].cases[NUM_SEVERAL - 1].figures.parallel_us == 0);
  assert_true(result.tasks[0].cases[1].figures.sequential_us == 0);
  assert_true(result.tasks[1].cases[NUM_SEVERAL - 1].figures.sequential_us == 0);
  sl_judge_result_free(&result);
  num_timed = 0;
  const sl_case_spec other[] = {{.spec = "diagonal:41", .measured = true}};
  (void)setenv("FAKE_WORKER", "answer-wrongly", 1);
  assert_ok(sl_judge(&compared, source, FAKE_WORKER, other, 1, &options, &result));
  assert_int_equal(result.tasks[0].cases[0].verdict, SL_WRONG);
  assert_int_equal(num_timed, 0);
  sl_judge_result_free(&result);
}

static void trust(const char *how, sl_lab_result *out) {
  (void)setenv("FAKE_WORKER", how, 1);
  const sl_judge_options options = {.backend = SL_GPU,
                                    .trusted_times = true,
                                    .only_task = "first",
                                    .deadline_seconds = long_deadline_seconds};
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL, &options, out));
}

/* The fake worker's launches take 5000 us by any clock. */
static void times_are_taken_by_the_judges_own_clock(void **state) {
  (void)state;
  sl_lab_result result;
  trust("batches", &result);
  const sl_figures *figures = &result.tasks[0].cases[NUM_SEVERAL - 1].figures;
  assert_true(sl_judge_result_passed(&result));
  assert_true(figures->judged_us > 4000 && figures->judged_us < 7000);
  assert_string_equal(figures->review, "");
  assert_true(result.tasks[0].cases[0].figures.judged_us == 0); /* not measured */
  sl_judge_result_free(&result);
  trust("batches-too-well", &result);
  figures = &result.tasks[0].cases[NUM_SEVERAL - 1].figures;
  assert_true(sl_judge_result_passed(&result));
  assert_non_null(strstr(figures->review, "us by the judge's clock, and 2000 us by the device's"));
  sl_judge_result_free(&result);
}

/* Each launch gets a different x, so the answer of an earlier launch is wrong. */
static void what_an_earlier_launch_knew_is_wrong(void **state) {
  (void)state;
  sl_lab_result result;
  trust("batches-remembered", &result);
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[0].cases[NUM_SEVERAL - 1].verdict, SL_WRONG);
  sl_judge_result_free(&result);
}

static void a_cache_set_aside_is_looked_at(void **state) {
  (void)state;
  sl_lab_result result;
  trust("batches-set-aside", &result);
  assert_true(sl_judge_result_passed(&result));
  assert_string_equal(
      result.tasks[0].cases[NUM_SEVERAL - 1].figures.review,
      "the program reserves 16 MB of the L2 cache, in which data persist between launches");
  sl_judge_result_free(&result);
}

/* The sample task's answer depends on x and y: the answer for other vectors is wrong. */
static void each_batch_is_judged(void **state) {
  (void)state;
  sl_lab_result result;
  trust("batches-wrong", &result);
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[0].cases[NUM_SEVERAL - 1].verdict, SL_WRONG);
  assert_ptr_equal(result.tasks[0].failure, &result.tasks[0].cases[NUM_SEVERAL - 1]);
  sl_judge_result_free(&result);
}

/* The counters of the previous case are removed, those of the previous task are kept. */
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
  sl_judge_result_free(&result);
}

static void count_case(const char *case_name, const sl_task *task, void *context) {
  (void)case_name;
  (void)task;
  ++*(int *)context;
}

static int times_judged(int num_bounds) {
  sl_task one = tasks[0];
  one.measured = true;
  const sl_lab measured = {.id = "00-sample", .title = "a sample", .tasks = &one, .num_tasks = 1};
  const sl_goal goal = {
      .task = &one,
      .num_bounds = num_bounds,
      .bounds = {
          {.figure = SL_GOAL_REQUESTS, .limit = 8, .matrix = "diagonal:8"},
          {.figure = SL_GOAL_REQUESTS, .at_least = true, .limit = 8, .matrix = "diagonal:8"}}};
  int count = 0;
  sl_goal_outcome outcome;
  char folder[] = "/tmp/sparselab-judge-XXXXXX", counted[64];
  assert_non_null(mkdtemp(folder));
  (void)snprintf(counted, sizeof counted, "%s/f.cu", folder); /* the file of the counter */
  assert_int_equal(symlink(source, counted), 0);
  (void)setenv("FAKE_WORKER", "counter", 1);
  const sl_judge_options options = {.deadline_seconds = long_deadline_seconds,
                                    .progress = count_case,
                                    .progress_context = &count};
  assert_ok(sl_goal_measure(&measured, counted, FAKE_WORKER, &goal, &options, &outcome));
  (void)unlink(counted);
  (void)rmdir(folder);
  assert_int_equal(outcome.state, SL_GOAL_REACHED);
  return count;
}

static void two_bounds_on_a_matrix_judge_it_once(void **state) {
  (void)state;
  assert_true(times_judged(1) > 0);
  assert_int_equal(times_judged(2), times_judged(1));
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
  sl_judge_result_free(&result);
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
  sl_judge_result_free(&result);
}

static void one_tasks_damage_costs_no_other_its_points(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("first-spoils-second", NULL, several, NUM_SEVERAL, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  assert_int_equal(result.tasks[1].verdict, SL_PASSED);
  assert_int_equal(sl_judge_result_points(&result, NULL), 3);
  sl_judge_result_free(&result);
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
  sl_judge_result_free(&result);
}

static void after_one_timeout_a_task_is_given_up(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge_within(short_deadline_seconds, "hang", "first", several, NUM_SEVERAL, &result));
  for (size_t i = 0; i < NUM_SEVERAL; i++) {
    assert_int_equal(verdict_of(&result, i), i < 1 ? SL_TIMED_OUT : SL_SKIPPED);
  }
  assert_non_null(strstr(result.tasks[0].failure->what, "No further case is tried."));
  sl_judge_result_free(&result);
}

/* Tasks that were judged before the time was up keep their verdict. The other tasks have not
 * failed. */
static void when_the_time_of_all_cases_is_up_no_more_is_tried(void **state) {
  (void)state;
  static const sl_verdict firsts[] = {SL_PASSED, SL_TIMED_OUT};
  static const char *const ways[] = {"answer", "hang"};
  for (size_t i = 0; i < SL_COUNT(ways); i++) {
    sl_lab_result result;
    (void)setenv("FAKE_WORKER", ways[i], 1);
    const sl_judge_options options = {.backend = SL_GPU,
                                      .deadline_seconds =
                                          i ? short_deadline_seconds : long_deadline_seconds,
                                      .total_seconds = 1e-9};
    assert_ok(sl_judge(&lab, source, FAKE_WORKER, several, NUM_SEVERAL, &options, &result));
    assert_int_equal(verdict_of(&result, 0), firsts[i]);
    assert_int_equal(verdict_of(&result, 1), SL_SKIPPED);
    assert_int_equal(result.tasks[0].verdict, i ? SL_TIMED_OUT : SL_SKIPPED);
    assert_int_equal(result.tasks[1].cases[0].verdict, SL_SKIPPED);
    assert_int_equal(result.tasks[1].verdict, SL_SKIPPED);
    assert_int_equal(sl_judge_result_points(&result, NULL), 0);
    assert_true(result.stopped_at[0]);
    sl_judge_result_free(&result);
  }
}

static void what_fails_is_not_measured(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("answer-wrongly", "first", several, NUM_SEVERAL, &result));
  assert_int_equal(verdict_of(&result, 0), SL_PASSED); /* no rows: nothing to get wrong */
  assert_int_equal(verdict_of(&result, 4), SL_WRONG);
  assert_int_equal(verdict_of(&result, NUM_SEVERAL - 1), SL_SKIPPED);
  assert_int_equal(result.tasks[0].points, 0);
  sl_judge_result_free(&result);
}

static void without_cases_nothing_is_passed(void **state) {
  (void)state;
  sl_lab_result result;
  assert_ok(judge("answer", NULL, several, 0, &result));
  assert_false(sl_judge_result_passed(&result));
  assert_int_equal(sl_judge_result_points(&result, NULL), 0);
  sl_judge_result_free(&result);
}

/* ---- what a failed case looked like ---------------------------------------------------------- */

/* Right answers of hidden cases, such as those of a grader, must not be shown. */
static void only_who_may_see_them_is_shown_right_answers(void **state) {
  (void)state;
  sl_lab_result result;
  const sl_case_spec cases[] = {{.spec = "diagonal:3"}, {.spec = "diagonal:3", .fresh = true}};
  sl_judge_options options = {.backend = SL_GPU,
                              .only_task = "first",
                              .deadline_seconds = long_deadline_seconds,
                              .seed = 7,
                              .exhibits = true};
  (void)setenv("FAKE_WORKER", "answer-wrongly", 1);
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, cases, 2, &options, &result));
  const sl_failed_case *shown = result.tasks[0].cases[0].exhibit;
  assert_non_null(shown);
  assert_true(shown->small && shown->answered);
  assert_int_equal(shown->num_rows_shown, 3);
  assert_int_equal(result.tasks[0].cases[1].verdict, SL_WRONG);
  assert_null(result.tasks[0].cases[1].exhibit);
  sl_judge_result_free(&result);
  options.exhibits = false;
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, cases, 2, &options, &result));
  assert_null(result.tasks[0].cases[0].exhibit);
  sl_judge_result_free(&result);
  options.exhibits = true;
  (void)setenv("FAKE_WORKER", "answer", 1);
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, cases, 2, &options, &result));
  assert_null(result.tasks[0].cases[0].exhibit);
  sl_judge_result_free(&result);
}

/* A worker that computes forever is ended by its short processor time limit, not by the longer
 * limit of elapsed time. */
static void time_of_the_processor_ends_a_job_too(void **state) {
  (void)state;
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  sl_attempt attempt;
  sl_child child = {.program = FAKE_WORKER};
  const sl_job_options job = {
      .deadline_seconds = long_deadline_seconds, .processor_seconds = 0.1, .patient = true};
  (void)setenv("FAKE_WORKER", "spin", 1);
  assert_ok(sl_case_make("diagonal:3", NULL, SL_F32, false, NULL, &given));
  assert_ok(sample_pose(&given, &problem));
  assert_ok(sl_attempt_make(&child, &tasks[0], &given, &problem, &job, &attempt));
  assert_true(attempt.ending.timed_out && attempt.ending.spent);
  assert_true(attempt.ending.processor_seconds >= 0.1);
  sl_attempt_free(&attempt);
  sl_problem_free(&problem);
  sl_case_free(&given);
}

/* Returns how a job ends whose worker has plenty of time to start. */
static sl_ending ending_of_slow_start(const char *how) {
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  sl_attempt attempt;
  sl_child child = {.program = FAKE_WORKER};
  const sl_job_options job = {.deadline_seconds = short_deadline_seconds,
                              .ready_seconds = long_deadline_seconds};
  (void)setenv("FAKE_WORKER", how, 1);
  assert_ok(sl_case_make("diagonal:3", NULL, SL_F32, false, NULL, &given));
  assert_ok(sample_pose(&given, &problem));
  assert_ok(sl_attempt_make(&child, &tasks[0], &given, &problem, &job, &attempt));
  sl_ending ending = attempt.ending;
  sl_attempt_free(&attempt);
  sl_child_stop(&child);
  sl_problem_free(&problem);
  sl_case_free(&given);
  return ending;
}

static void the_limit_begins_with_the_students_code(void **state) {
  (void)state;
  sl_ending right = ending_of_slow_start("start-slowly");
  sl_ending hung = ending_of_slow_start("start-slowly-and-hang");
  assert_false(right.timed_out);
  assert_true(right.seconds >= 1);
  assert_true(hung.timed_out);
  assert_true(hung.seconds >= 1 + short_deadline_seconds && hung.seconds < most_seconds);
}

/* The default limits apply. */
static void a_hang_on_a_small_case_of_a_gpu_is_noticed_soon(void **state) {
  (void)state;
  sl_lab_result result;
  const sl_judge_options options = {.backend = SL_GPU};
  (void)setenv("FAKE_WORKER", "spin", 1);
  assert_ok(sl_judge(&lab, source, FAKE_WORKER, small, 1, &options, &result));
  assert_int_equal(verdict_of(&result, 0), SL_TIMED_OUT);
  assert_non_null(strstr(result.tasks[0].failure->what, "no answer after 5 s of computing"));
  sl_judge_result_free(&result);
}

/* ---- what only some tasks have --------------------------------------------------------------- */

static sl_status pose_up_to_8(const sl_case *given, sl_problem *out) {
  SL_TRY(sample_pose(given, out));
  if (given->matrix.num_rows <= 8) return SL_OK;
  return sl_fail(SL_ERR_SIZE, "%d rows do not fit", given->matrix.num_rows);
}

/* Accepts any value as the first element of y. */
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

/* Tests which line is named for an unknown mistake in a kernel, and for a refused launch. */
static void a_task_says_where_to_look_for_unknown_mistakes(void **state) {
  (void)state;
  const sl_task task = {
      .name = "first", .function = "f", .at = "k:", .points = 4, .pose = sample_pose};
  sl_lab_result result;
  write_source("\nvoid k() {\n}\n\nvoid f() { work();\n}\n");
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 2);
  sl_judge_result_free(&result);
  assert_ok(judge_task(&task, "cuda-error", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 5);
  sl_judge_result_free(&result);
  write_source("\nvoid of_another_name() {\n}\n\nvoid f() { work();\n}\n");
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].line, 5);
  sl_judge_result_free(&result);
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
  sl_judge_result_free(&result);
}

/* Refuses a matrix with empty rows, as a solver does. */
static sl_status pose_full_rows(const sl_case *given, sl_problem *out) {
  if (given->matrix.nnz < given->matrix.num_rows) return sl_fail(SL_ERR_SIZE, "it has empty rows");
  return sample_pose(given, out);
}

/* The smaller matrices for measuring the growth may be refused: the program still hangs. */
static void a_task_that_refuses_smaller_matrices_times_out(void **state) {
  (void)state;
  const sl_task task = {.name = "first", .function = "f", .points = 4, .pose = pose_full_rows};
  const sl_lab one = {.id = "00-sample", .title = "a sample", .tasks = &task, .num_tasks = 1};
  const sl_case_spec large = {.spec = "diagonal:4000", .measured = true};
  const sl_judge_options options = {.backend = SL_GPU, .deadline_seconds = short_deadline_seconds};
  sl_lab_result result;
  (void)setenv("FAKE_WORKER", "spin", 1);
  assert_ok(sl_judge(&one, source, FAKE_WORKER, &large, 1, &options, &result));
  assert_int_equal(result.tasks[0].verdict, SL_TIMED_OUT);
  sl_judge_result_free(&result);
}

/* Poses the function `g`, which returns 0 and should return a number with more digits than a float
 * has. */
static sl_status pose_returned(const sl_case *given, sl_problem *out) {
  (void)given;
  return sl_problem_returned(out, "g", 0, 2147483645);
}

/* Poses an order of rows that a function on the CPU must write, and has not written. */
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
  write_source("\nint f() { return work();\n}\n\nint g() { return work();\n}\n");
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_string_equal(result.tasks[0].failure->what, "g returned 0 instead of 2147483645");
  assert_null(result.tasks[0].mistake);
  assert_int_equal(result.tasks[0].line, 5);
  sl_judge_result_free(&result);
  task.pose = pose_on_host;
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_non_null(strstr(result.tasks[0].failure->what,
                         "order[0] = 2147467486 instead of 0; all of them have the value that they "
                         "had before your function was called"));
  sl_judge_result_free(&result);
  task.pose = pose_calls;
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_string_equal(result.tasks[0].failure->what,
                      "8 of 8 calls are wrong, the first: f(8) returned 2147467486 instead of 0");
  sl_judge_result_free(&result);
}

static void a_missing_return_is_the_mistake(void **state) {
  (void)state;
  sl_task task = {.name = "first", .function = "f", .points = 4, .pose = pose_calls};
  sl_lab_result result;
  write_source("\nint f() { work();\n}\n");
  assert_ok(judge_task(&task, "leave-untouched", small, 1, &result));
  assert_string_equal(result.tasks[0].mistake->name, "no-return");
  assert_int_equal(result.tasks[0].line, 3);
  sl_judge_result_free(&result);
}

static void judge_on_lens(const char *behaviour, const char *text, sl_lab_result *out) {
  static const sl_case_spec two[] = {{.spec = "diagonal:8"}, {.spec = "diagonal:9"}};
  static const sl_task task = {.name = "first", .function = "f", .points = 4, .pose = sample_pose};
  static const sl_lab alone = {
      .id = "00-sample", .title = "a sample", .tasks = &task, .num_tasks = 1};
  const sl_judge_options options = {.backend = SL_LENS, .deadline_seconds = long_deadline_seconds};
  write_source(text);
  (void)setenv("FAKE_WORKER", behaviour, 1);
  assert_ok(sl_judge(&alone, source, FAKE_WORKER, two, 2, &options, out));
  assert_int_equal(out->tasks[0].verdict, SL_WRONG);
}

static void what_is_right_alone_keeps_something(void **state) {
  (void)state;
  static const char keeps[] = "\nint f() {\n  static int sum;\n  return ++sum;\n}\n";
  sl_lab_result result;
  judge_on_lens("answer-wrongly-later", keeps, &result);
  assert_string_equal(result.tasks[0].mistake->name, "kept-from-earlier-call");
  assert_int_equal(result.tasks[0].line, 3);
  sl_judge_result_free(&result);
  judge_on_lens("answer-wrongly", keeps, &result);
  assert_null(result.tasks[0].mistake);
  sl_judge_result_free(&result);
  judge_on_lens("answer-wrongly-later", "\nint f() {\n  return 1;\n}\n", &result);
  assert_null(result.tasks[0].mistake);
  sl_judge_result_free(&result);
}

static void answers_are_arranged_before_they_are_compared(void **state) {
  (void)state;
  sl_task task = {.name = "first", .function = "f", .points = 4, .pose = sample_pose};
  sl_lab_result result;
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].verdict, SL_WRONG);
  sl_judge_result_free(&result);
  task.arrange = forgive_the_first;
  assert_ok(judge_task(&task, "answer-wrongly", small, 1, &result));
  assert_int_equal(result.tasks[0].verdict, SL_PASSED);
  sl_judge_result_free(&result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_task_that_refuses_smaller_matrices_times_out),
      cmocka_unit_test(a_case_too_large_for_a_format_is_skipped_in_words),
      cmocka_unit_test(verdicts_of_functions_on_the_cpu_speak_of_calls),
      cmocka_unit_test(what_is_right_alone_keeps_something),
      cmocka_unit_test(a_missing_return_is_the_mistake),
      cmocka_unit_test(answers_are_arranged_before_they_are_compared),
      cmocka_unit_test(all_right_gives_all_points),
      cmocka_unit_test(figures_are_taken_of_measured_cases_only),
      cmocka_unit_test(no_times_are_taken_where_none_are_wanted),
      cmocka_unit_test(cpu_code_is_timed_for_the_speedup),
      cmocka_unit_test(times_are_taken_by_the_judges_own_clock),
      cmocka_unit_test(each_batch_is_judged),
      cmocka_unit_test(what_an_earlier_launch_knew_is_wrong),
      cmocka_unit_test(a_cache_set_aside_is_looked_at),
      cmocka_unit_test(counters_of_all_tasks_on_the_last_case_are_kept),
      cmocka_unit_test(two_bounds_on_a_matrix_judge_it_once),
      cmocka_unit_test(a_worker_lives_on_after_a_wrong_answer),
      cmocka_unit_test(one_tasks_damage_costs_no_other_its_points),
      cmocka_unit_test(a_task_may_look_at_the_counters_of_a_right_answer),
      cmocka_unit_test(after_three_deaths_a_task_is_given_up),
      cmocka_unit_test(after_one_timeout_a_task_is_given_up),
      cmocka_unit_test(when_the_time_of_all_cases_is_up_no_more_is_tried),
      cmocka_unit_test(what_fails_is_not_measured),
      cmocka_unit_test(without_cases_nothing_is_passed),
      cmocka_unit_test(only_who_may_see_them_is_shown_right_answers),
      cmocka_unit_test(time_of_the_processor_ends_a_job_too),
      cmocka_unit_test(the_limit_begins_with_the_students_code),
      cmocka_unit_test(a_hang_on_a_small_case_of_a_gpu_is_noticed_soon),
      cmocka_unit_test(a_task_says_where_to_look_for_unknown_mistakes),
  };
  return cmocka_run_group_tests_name("judge_cases", tests, make_file, remove_file);
}
