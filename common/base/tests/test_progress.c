/* test_progress.c: measures processor time, and recognizes idle processes. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/clock.h"
#include "base/progress.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double period_us = 50e3;

static void pause_a_period(void) {
  const struct timespec pause = {0, (long)(period_us * 1e3)};
  (void)nanosleep(&pause, NULL);
}

static void compute_for_ever(void) {
  for (volatile int turn = 0;; turn = !turn) continue;
}

static pid_t start(void (*work)(void)) {
  pid_t pid = fork();
  if (pid == 0) {
    work();
    _exit(0);
  }
  return pid;
}

static void end(pid_t pid) {
  (void)kill(pid, SIGKILL);
  (void)waitpid(pid, NULL, 0);
}

static void sleep_for_ever(void) {
  for (;;) (void)pause();
}

/* Sleeps in a loop, and wakes a hundred times per second. */
static void poll_for_ever(void) {
  const struct timespec wait = {0, 10000000};
  for (;;) (void)nanosleep(&wait, NULL);
}

static void start_one_that_computes(void) {
  pid_t pid = fork();
  if (pid == 0) compute_for_ever();
  sleep_for_ever();
}

/* Samples a process with `look` until it has been idle, or has computed, for `seconds`. */
static sl_progress watch(pid_t pid, sl_usage (*look)(pid_t pid), double seconds) {
  sl_progress progress;
  sl_progress_begin(&progress, look(pid));
  while (progress.seconds < seconds && progress.idle_seconds < seconds) {
    pause_a_period();
    sl_progress_take(&progress, look(pid), period_us);
  }
  return progress;
}

static void who_sleeps_or_polls_is_idle(void **state) {
  (void)state;
  void (*const ways[])(void) = {sleep_for_ever, poll_for_ever};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    pid_t pid = start(ways[i]);
    assert_true(watch(pid, sl_progress_usage, 0.3).idle_seconds >= 0.3);
    assert_true(watch(pid, sl_progress_tree_usage, 0.3).idle_seconds >= 0.3);
    end(pid);
  }
}

/* The process shares one core with others that compute, too. */
static void who_waits_for_a_processor_is_not_idle(void **state) {
  (void)state;
  enum { OTHERS = 5 };
  pid_t others[OTHERS];
  cpu_set_t all, one;
  int first = 0;
  assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
  while (!CPU_ISSET(first, &all)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  for (int i = 0; i < OTHERS; i++) others[i] = start(compute_for_ever);
  pid_t pid = start(compute_for_ever);
  assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
  double start_us = sl_clock_us();
  sl_progress progress = watch(pid, sl_progress_usage, 0.3);
  assert_true(progress.seconds >= 0.3 && progress.idle_seconds < 0.1);
  assert_true((sl_clock_us() - start_us) * 1e-6 > progress.seconds);
  end(pid);
  for (int i = 0; i < OTHERS; i++) end(others[i]);
}

static void descendants_count(void **state) {
  (void)state;
  pid_t pid = start(start_one_that_computes);
  assert_true(watch(pid, sl_progress_tree_usage, 0.3).seconds >= 0.3);
  (void)kill(pid, SIGSTOP); /* while the process exists, its children can be found */
  char children[64], line[32] = "";
  (void)snprintf(children, sizeof children, "/proc/%d/task/%d/children", (int)pid, (int)pid);
  FILE *file = fopen(children, "r");
  assert_non_null(file);
  assert_non_null(fgets(line, sizeof line, file));
  (void)fclose(file);
  (void)kill((pid_t)strtol(line, NULL, 10), SIGKILL);
  end(pid);
}

static void threads_at_the_same_time_count_once(void **state) {
  (void)state;
  sl_progress progress;
  double start_us = sl_clock_us();
  sl_progress_begin(&progress, (sl_usage){.seconds = 1});
  pause_a_period();
  sl_progress_take(&progress, (sl_usage){.seconds = 1000, .active = true}, period_us);
  double passed = (sl_clock_us() - start_us) * 1e-6;
  assert_true(progress.seconds > 0.9e-6 * period_us && progress.seconds <= passed);
  pause_a_period();
  sl_progress_take(&progress, (sl_usage){.seconds = 1000, .active = true}, period_us);
  assert_true(progress.seconds <= passed);
}

static void who_is_gone_uses_nothing(void **state) {
  (void)state;
  pid_t pid = start(sleep_for_ever);
  end(pid);
  sl_usage usage = sl_progress_usage(pid);
  assert_true(usage.seconds == 0 && !usage.active);
  usage = sl_progress_tree_usage(pid);
  assert_true(usage.seconds == 0 && !usage.active);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_sleeps_or_polls_is_idle),
      cmocka_unit_test(who_waits_for_a_processor_is_not_idle),
      cmocka_unit_test(descendants_count),
      cmocka_unit_test(threads_at_the_same_time_count_once),
      cmocka_unit_test(who_is_gone_uses_nothing),
  };
  return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
