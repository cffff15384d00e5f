/* test_child.c: one worker, job after job: how the judge detects its end, whether it is kept, and
 * that no process remains. */
#define _GNU_SOURCE
#include "left_behind.h"

#include "judge/child.h"
#include "judge/compare.h"
#include "sample.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 4 };

/* See judging.h. */
static const double long_deadline_seconds = 3600, short_deadline_seconds = 0.3, most_seconds = 900;

typedef struct outcome {
  sl_reply reply;
  sl_ending ending;
  sl_difference difference;
  bool kept; /* the child is kept for a next job */
  char unruly[sizeof((sl_reply *)NULL)->unruly];
} outcome;

/* Runs one job in `child`. The worker behaves as `how` says if this job starts it. */
static void run(sl_child *child, const char *how, double deadline_seconds, outcome *out) {
  double x[ROWS] = {1, 2, 3, 4}, y[ROWS] = {5, 6, 7, 8};
  sl_case given = {.matrix = {.num_rows = ROWS, .num_cols = ROWS}, .x = x, .y = y, .exact = true};
  sl_problem problem = {.num_arrays = 0};
  sl_answer answer;
  const sl_job_options options = {.deadline_seconds = deadline_seconds};
  assert_ok(sample_pose(&given, &problem));
  (void)setenv("FAKE_WORKER", how, 1);
  assert_ok(sl_child_run(child, &problem, "sample", SL_F32, &options, &out->reply, &answer,
                         &out->ending));
  sl_decoded decoded;
  assert_ok(sl_compare_decode(&problem, &answer, SL_F32, &decoded));
  assert_ok(sl_compare(&problem, &answer, &decoded, SL_F32, &out->difference));
  sl_compare_free_decoded(&decoded);
  sl_question_free_answer(&answer);
  sl_problem_free(&problem);
  memcpy(out->unruly, out->reply.unruly, sizeof out->unruly);
  sl_reply_free(&out->reply);
  assert_true(out->ending.seconds < most_seconds);
  out->kept = child->pid != 0;
}

static bool answered(sl_child *child, const char *how) {
  outcome seen;
  run(child, how, long_deadline_seconds, &seen);
  return !seen.ending.exited && !seen.ending.timed_out && !seen.unruly[0] &&
         !seen.difference.wrong && !seen.difference.damaged && !seen.difference.changed_input;
}

static outcome run_alone(const char *how, double deadline_seconds) {
  outcome seen;
  sl_child child = {.program = FAKE_WORKER};
  int before = count_descriptors();
  run(&child, how, deadline_seconds, &seen);
  sl_child_stop(&child);
  assert_int_equal(child.pid, 0);
  assert_int_equal(count_descriptors(), before);
  assert_no_process_left();
  assert_int_equal(sl_memory_live(), 0);
  return seen;
}

static void a_good_worker_is_kept(void **state) {
  (void)state;
  sl_child child = {.program = FAKE_WORKER};
  assert_true(answered(&child, "answer"));
  pid_t first = child.pid;
  assert_true(first > 0);
  for (int i = 0; i < 5; i++) {
    assert_true(answered(&child, "answer"));
    assert_int_equal(child.pid, first);
  }
  sl_child_stop(&child);
  sl_child_stop(&child); /* nothing more to stop */
  assert_no_process_left();
}

/* In a sandbox a worker only has the environment variables that select its GPU, and only if it uses
 * one. */
static void a_confined_worker_knows_its_gpu(void **state) {
  (void)state;
  sl_sandbox sandbox;
  assert_ok(sl_sandbox_probe(0, SL_SANDBOX_NONE, &sandbox));
  if (sandbox.means == SL_SANDBOX_NONE) skip();
  sl_child child = {.program = FAKE_WORKER, .sandbox = &sandbox, .gpu = true};
  outcome seen;
  (void)setenv("CUDA_VISIBLE_DEVICES", "answer", 1);
  assert_true(answered(&child, "hang"));
  sl_child_stop(&child);
  child.gpu = false;
  run(&child, "hang", long_deadline_seconds, &seen);
  assert_true(seen.ending.exited && seen.ending.exit_code == 0 && !seen.kept);
  (void)unsetenv("CUDA_VISIBLE_DEVICES");
}

static void the_end_is_told_as_it_was(void **state) {
  (void)state;
  outcome seen = run_alone("exit-at-once", long_deadline_seconds);
  assert_true(seen.ending.exited && !seen.ending.signal && seen.ending.exit_code == 0);
  seen = run_alone("exit-in-the-middle", long_deadline_seconds);
  assert_true(seen.ending.exited && !seen.ending.signal && seen.ending.exit_code == 5);
  seen = run_alone("abort", long_deadline_seconds);
  assert_true(seen.ending.exited && seen.ending.signal == SIGABRT);
  seen = run_alone("segfault", long_deadline_seconds);
  assert_true(seen.ending.exited && seen.ending.signal == SIGSEGV);
  seen = run_alone("hang-up", long_deadline_seconds); /* the worker lived until the judge ended it,
                                                         so it did not end by itself */
  assert_true(!seen.ending.exited && !seen.ending.signal && !seen.ending.timed_out);
}

static void a_silent_worker_is_late(void **state) {
  (void)state;
  const char *const ways[] = {"hang",     "hang-deaf",      "hang-outside", "stop",
                              "too-late", "print-for-ever", "never-read"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    outcome seen = run_alone(ways[i], short_deadline_seconds);
    assert_true(seen.ending.timed_out);
    assert_false(seen.ending.exited || seen.kept);
    assert_true(seen.ending.seconds >= short_deadline_seconds);
  }
}

/* If a grandchild holds a dead worker's end of the connection open, the death is noticed long
 * before the deadline. */
static void a_grandchild_does_not_keep_the_judge(void **state) {
  (void)state;
  outcome seen = run_alone("grandchild-exit", long_deadline_seconds);
  assert_true(seen.ending.exited && !seen.ending.timed_out);
  seen = run_alone("grandchild-answer", long_deadline_seconds);
  assert_true(!seen.ending.exited && !seen.ending.timed_out);
}

static void what_it_printed_is_kept_and_defused(void **state) {
  (void)state;
  outcome seen = run_alone("print-and-answer", long_deadline_seconds);
  assert_false(seen.ending.exited || seen.ending.timed_out || seen.difference.wrong);
  assert_int_equal(strncmp(seen.ending.output, "first?[2Kline?? ? ö\nppp", 24), 0);
  /* A control character of two bytes has become one byte. */
  assert_int_equal(strlen(seen.ending.output), sizeof seen.ending.output - 2);
}

static volatile sig_atomic_t told_to_stop;

static void tell_to_stop(int number) {
  told_to_stop = number;
}

static void who_is_told_to_stop_waits_no_longer(void **state) {
  (void)state;
  sl_child child = {.program = FAKE_WORKER, .stop = &told_to_stop};
  outcome seen;
  (void)signal(SIGALRM, tell_to_stop);
  (void)alarm(1);
  /* the alarm stops it long before the deadline */
  run(&child, "hang-deaf", long_deadline_seconds, &seen);
  assert_int_equal(told_to_stop, SIGALRM);
  assert_int_equal(child.pid, 0);
  assert_no_process_left();
}

static void output_may_be_closed(void **state) {
  (void)state;
  sl_child child = {.program = FAKE_WORKER};
  assert_true(answered(&child, "close-output"));
  sl_child_stop(&child);
  assert_no_process_left();
}

/* A line that no worker writes ends the job at once, whatever comes after it. */
static void only_the_workers_own_lines_count(void **state) {
  (void)state;
  static const struct {
    const char *way, *unruly;
  } ways[] = {
      {"babble-and-answer", "a line that does not end"},
      {"babble-for-ever", "a line that does not end"},
      {"forge", "a line that the kit did not write"},
      {"collect-twice", "a repeated line, or a line out of order"},
      {"end-early", "a repeated line, or a line out of order"},
      {"speak-first", "a line that the kit did not write"},
      {"done-only", "a repeated line, or a line out of order"},
      {"speak-on", "more after the end"},
  };
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    outcome seen = run_alone(ways[i].way, long_deadline_seconds);
    assert_string_equal(seen.unruly, ways[i].unruly);
    assert_false(seen.kept || seen.ending.timed_out);
  }
}

/* Lines that are right for one job are wrong for the next. */
static void each_job_has_a_nonce_of_its_own(void **state) {
  (void)state;
  outcome seen;
  sl_child child = {.program = FAKE_WORKER};
  assert_true(answered(&child, "earlier-nonce"));
  run(&child, "earlier-nonce", long_deadline_seconds, &seen);
  assert_string_equal(seen.unruly, "a line that the kit did not write");
  assert_false(seen.kept);
  assert_no_process_left();
}

static void files_are_sealed_and_nothing_else_is_open(void **state) {
  (void)state;
  sl_child child = {.program = FAKE_WORKER};
  assert_true(answered(&child, "attack-files"));
  sl_child_stop(&child);
  int lent = dup(STDOUT_FILENO); /* a descriptor of the judge's that is not closed on exec */
  assert_true(answered(&child, "look-around"));
  (void)close(lent);
  sl_child_stop(&child);
  assert_no_process_left();
}

/* Waits until the worker has sent something, or has died. */
static void wait_for_word(const sl_child *child) {
  struct pollfd end = {child->talk, POLLIN, 0};
  assert_int_equal(poll(&end, 1, (int)(most_seconds * 1000)), 1);
}

/* A worker that sends data after "done" was not asked to, and must not get the next job. */
static void a_worker_that_speaks_unasked_is_replaced(void **state) {
  (void)state;
  const char *const ways[] = {"speak-later", "die-later"};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    sl_child child = {.program = FAKE_WORKER};
    int before = count_descriptors();
    assert_true(answered(&child, ways[i]));
    pid_t first = child.pid;
    if (first) wait_for_word(&child);
    assert_true(answered(&child, "answer"));
    assert_int_not_equal(child.pid, first);
    sl_child_stop(&child);
    assert_int_equal(count_descriptors(), before);
    assert_no_process_left();
  }
}

static void a_killed_worker_is_replaced(void **state) {
  (void)state;
  sl_child child = {.program = FAKE_WORKER};
  assert_true(answered(&child, "answer"));
  (void)kill(child.pid, SIGKILL); /* as the system does when memory runs out */
  wait_for_word(&child);
  assert_true(answered(&child, "answer"));
  sl_child_stop(&child);
  assert_no_process_left();
}

static void a_program_that_is_not_there_is_told(void **state) {
  (void)state;
  outcome seen;
  sl_child child = {.program = "/nowhere/worker"};
  run(&child, "answer", long_deadline_seconds, &seen);
  assert_true(seen.ending.exited && seen.ending.exit_code == 127);
  assert_int_equal(child.pid, 0);
  assert_no_process_left();
}

/* Simulates a busy machine: all processes run on one processor, together with others that never
 * sleep. */
static void who_waits_for_a_processor_has_more_time(void **state) {
  (void)state;
  enum { OTHERS = 5 };
  const double deadline_seconds = 0.5;
  cpu_set_t all, one;
  pid_t others[OTHERS];
  int first = 0;
  assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
  while (!CPU_ISSET(first, &all)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  for (int i = 0; i < OTHERS; i++) {
    others[i] = fork();
    if (others[i] == 0) {
      for (volatile int turn = 0;; turn = !turn) continue;
    }
  }
  outcome seen;
  sl_child child = {.program = FAKE_WORKER};
  run(&child, "work-and-answer", deadline_seconds, &seen);
  sl_child_stop(&child);
  for (int i = 0; i < OTHERS; i++) {
    (void)kill(others[i], SIGKILL);
    (void)waitpid(others[i], NULL, 0);
  }
  assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
  assert_true(seen.ending.seconds > deadline_seconds);
  assert_false(seen.ending.timed_out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_good_worker_is_kept),
      cmocka_unit_test(a_confined_worker_knows_its_gpu),
      cmocka_unit_test(the_end_is_told_as_it_was),
      cmocka_unit_test(a_silent_worker_is_late),
      cmocka_unit_test(a_grandchild_does_not_keep_the_judge),
      cmocka_unit_test(what_it_printed_is_kept_and_defused),
      cmocka_unit_test(who_is_told_to_stop_waits_no_longer),
      cmocka_unit_test(output_may_be_closed),
      cmocka_unit_test(only_the_workers_own_lines_count),
      cmocka_unit_test(each_job_has_a_nonce_of_its_own),
      cmocka_unit_test(files_are_sealed_and_nothing_else_is_open),
      cmocka_unit_test(a_worker_that_speaks_unasked_is_replaced),
      cmocka_unit_test(a_killed_worker_is_replaced),
      cmocka_unit_test(a_program_that_is_not_there_is_told),
      cmocka_unit_test(who_waits_for_a_processor_has_more_time),
  };
  return cmocka_run_group_tests_name("judge_child", tests, adopt_orphans, NULL);
}
