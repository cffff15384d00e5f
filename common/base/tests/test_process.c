/* test_process.c: the output and exit code of programs, and that none of their processes
 * remains. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/clock.h"
#include "base/owner.h"
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char said[256];
static int exit_code;

static sl_status run_shell(const char *script, double deadline_seconds) {
  const char *const arguments[] = {"sh", "-c", script, NULL};
  return sl_process_run_for(deadline_seconds, arguments, said, sizeof said, &exit_code);
}

static void a_program_is_listened_to(void **state) {
  (void)state;
  assert_ok(run_shell("echo one; echo two >&2; exit 7", 60));
  assert_string_equal(said, "one\ntwo\n");
  assert_int_equal(exit_code, 7);
  assert_ok(run_shell("kill -SEGV $$", 60));
  assert_int_equal(exit_code, 128 + SIGSEGV);
  assert_ok(run_shell("read line && echo $line", 60)); /* standard input is empty */
  assert_string_equal(said, "");
  assert_ok(run_shell("yes x | head -c 100000", 60));
  assert_int_equal(strlen(said), sizeof said - 1);
  const char *const missing[] = {"/nowhere/program", NULL};
  assert_fails(sl_process_run(missing, said, sizeof said, &exit_code), SL_ERR_MISSING,
               "/nowhere/program");
}

static bool is_alive(pid_t pid) {
  char path[64], line[256] = "";
  (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool read = fgets(line, sizeof line, file) != NULL;
  (void)fclose(file);
  const char *name_end = strrchr(line, ')');
  return read && name_end && name_end[2] != 'Z';
}

/* Waits until the process has ended. If it never ends, the test's time limit stops this loop. */
static void wait_for_end_of(pid_t pid) {
  const struct timespec pause = {0, 5000000};
  while (is_alive(pid)) (void)nanosleep(&pause, NULL);
}

/* A program that takes too long is ended with its child processes, even if they ignore SIGTERM. */
static void who_is_late_is_ended_with_all_it_started(void **state) {
  (void)state;
  double start_us = sl_clock_us();
  assert_ok(run_shell("trap '' TERM; sleep 1000 & echo $!; sleep 1000; sleep 1000", 0.3));
  assert_int_equal(exit_code, SL_PROCESS_LATE);
  assert_true(sl_clock_us() - start_us < 500e6);
  wait_for_end_of((pid_t)strtol(said, NULL, 10));
}

static void nobody_stays_behind(void **state) {
  (void)state;
  assert_ok(run_shell("sleep 1000 & echo $!", 60)); /* keeps the output open */
  assert_int_equal(exit_code, 0);
  wait_for_end_of((pid_t)strtol(said, NULL, 10));
}

/* If the caller dies by any signal, the program's processes may remove their files, and then
 * end. */
static void all_end_with_the_caller(void **state) {
  (void)state;
  int ends[2];
  char number[32] = "", script[256];
  assert_int_equal(pipe(ends), 0);
  char folder[] = "/tmp/sparselab-process-XXXXXX";
  assert_non_null(mkdtemp(folder));
  (void)snprintf(script, sizeof script,
                 "trap 'rmdir %s' EXIT; trap 'exit 1' TERM; sh -c 'sleep 1000; sleep 1000' & "
                 "echo $! >/dev/fd/%d; wait; wait",
                 folder, ends[1]);
  pid_t caller = fork();
  if (caller == 0) {
    (void)run_shell(script, 1000);
    _exit(0);
  }
  assert_true(read(ends[0], number, sizeof number - 1) > 0);
  assert_int_equal(kill(caller, SIGKILL), 0);
  assert_int_equal(waitpid(caller, NULL, 0), caller);
  wait_for_end_of((pid_t)strtol(number, NULL, 10));
  const struct timespec pause = {0, 5000000};
  while (access(folder, F_OK) == 0) (void)nanosleep(&pause, NULL);
  (void)close(ends[0]);
  (void)close(ends[1]);
}

/* Files of processes that have ended are recognized by their names. Files of other machines are
 * kept. */
static void owners_that_have_ended_are_told(void **state) {
  (void)state;
  char owner[SL_OWNER], name[SL_OWNER + 16];
  sl_owner(owner);
  (void)snprintf(name, sizeof name, "%s.made", owner);
  assert_false(sl_owner_has_ended(name)); /* this process runs */
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t pid = fork();
  if (pid == 0) {
    sl_owner(owner);
    _exit(write(ends[1], owner, sizeof owner) == (ssize_t)sizeof owner ? 0 : 1);
  }
  assert_int_equal(read(ends[0], owner, sizeof owner), sizeof owner);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  (void)close(ends[0]);
  (void)close(ends[1]);
  (void)snprintf(name, sizeof name, "%s.made", owner);
  assert_true(sl_owner_has_ended(name));
  (void)snprintf(name, sizeof name, "%sx.made", owner);
  assert_false(sl_owner_has_ended(name)); /* the name of a process on another machine */
  assert_false(sl_owner_has_ended(owner));
  assert_false(sl_owner_has_ended("made"));
  assert_false(sl_owner_has_ended("-1-host."));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(owners_that_have_ended_are_told),
      cmocka_unit_test(a_program_is_listened_to),
      cmocka_unit_test(who_is_late_is_ended_with_all_it_started),
      cmocka_unit_test(nobody_stays_behind),
      cmocka_unit_test(all_end_with_the_caller),
  };
  return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
