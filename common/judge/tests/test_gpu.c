/* test_gpu.c: only one process uses a GPU at a time, and a broken GPU is detected. No GPU is
 * needed: the lock is a file, and the probe can be any program. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/clock.h"
#include "judge/gpu.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-gpu-XXXXXX";
static const char uuid[] = "0123456789abcdef0123456789abcdef", other[] = "f";
static const double no_time = 0, long_seconds = 60;

static int set_up(void **state) {
  (void)state;
  return mkdtemp(folder) ? setenv("SL_GPU_LOCKS", folder, 1) : -1;
}

static int tear_down(void **state) {
  (void)state;
  char path[128];
  (void)snprintf(path, sizeof path, "%s/sparselab-gpu-%s.lock", folder, uuid);
  (void)unlink(path);
  (void)snprintf(path, sizeof path, "%s/sparselab-gpu-%s.lock", folder, other);
  (void)unlink(path);
  return rmdir(folder);
}

/* Starts a process that takes the lock, reports this, and keeps the lock until it is killed. */
static pid_t take_elsewhere(void) {
  int said[2], turn;
  char byte = 0;
  assert_int_equal(pipe(said), 0);
  pid_t pid = fork();
  if (pid == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (sl_gpu_take_turn(uuid, long_seconds, &turn) != SL_OK) _exit(1);
    if (write(said[1], &byte, 1) != 1) _exit(1);
    for (;;) (void)pause();
  }
  assert_true(pid > 0);
  (void)close(said[1]);
  assert_int_equal(read(said[0], &byte, 1), 1);
  (void)close(said[0]);
  return pid;
}

static void one_at_a_time(void **state) {
  (void)state;
  int turn, of_other;
  pid_t pid = take_elsewhere();
  assert_fails(sl_gpu_take_turn(uuid, no_time, &turn), SL_ERR_SYSTEM,
               "other programs have used the GPU");
  assert_int_equal(turn, -1);
  assert_ok(sl_gpu_take_turn(other, no_time, &of_other)); /* another GPU is free */
  sl_gpu_leave(of_other);
  (void)kill(pid, SIGKILL); /* a killed process releases the lock */
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  assert_ok(sl_gpu_take_turn(uuid, no_time, &turn));
  sl_gpu_leave(turn);
  assert_ok(sl_gpu_take_turn(uuid, no_time, &turn));
  sl_gpu_leave(turn);
}

static void who_waits_gets_its_turn(void **state) {
  (void)state;
  int turn;
  pid_t pid = take_elsewhere();
  pid_t waiting = fork();
  if (waiting == 0) _exit(sl_gpu_take_turn(uuid, long_seconds, &turn) == SL_OK ? 0 : 1);
  assert_true(waiting > 0);
  (void)usleep(100000);
  assert_int_equal(waitpid(waiting, NULL, WNOHANG), 0);
  (void)kill(pid, SIGKILL);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  int status = -1;
  assert_int_equal(waitpid(waiting, &status, 0), waiting);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void a_lock_that_cannot_be_opened_is_told(void **state) {
  (void)state;
  int turn;
  (void)setenv("SL_GPU_LOCKS", "/nowhere", 1);
  assert_fails(sl_gpu_take_turn(uuid, no_time, &turn), SL_ERR_SYSTEM, "cannot open /nowhere/");
  (void)setenv("SL_GPU_LOCKS", folder, 1);
}

static void a_probe_that_fails_blames_the_machine(void **state) {
  (void)state;
  assert_ok(sl_gpu_probe("/bin/true"));
  assert_fails(sl_gpu_probe("/bin/false"), SL_ERR_SYSTEM, "cannot run a small kernel");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_at_a_time),
      cmocka_unit_test(who_waits_gets_its_turn),
      cmocka_unit_test(a_lock_that_cannot_be_opened_is_told),
      cmocka_unit_test(a_probe_that_fails_blames_the_machine),
  };
  return cmocka_run_group_tests_name("gpu", tests, set_up, tear_down);
}
