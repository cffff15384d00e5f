/** @file left_behind.h
 *  Checks that a test leaves no processes, zombies or open descriptors.
 */
#ifndef SL_JUDGE_TESTS_LEFT_BEHIND_H
#define SL_JUDGE_TESTS_LEFT_BEHIND_H

#include "base/test.h"

#include <dirent.h>
#include <errno.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static inline int count_descriptors(void) {
  int count = 0;
  DIR *listing = opendir("/proc/self/fd");
  while (readdir(listing)) count++;
  (void)closedir(listing);
  return count;
}

/** Makes orphans of this process its children, so that they can be seen. Called once, before all
 *  tests. */
static inline int adopt_orphans(void **state) {
  (void)state;
  return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/** Checks that no child is alive. Killed grandchildren may be zombies. */
static inline void assert_no_process_left(void) {
  const struct timespec pause = {0, 2000000};
  int tries = 0, status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) >= 0;) {
    if (pid > 0) {
      assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    } else if (++tries == 5000) {
      fail_msg("a process lives on");
    }
    (void)nanosleep(&pause, NULL);
  }
  assert_int_equal(errno, ECHILD);
}

#endif
