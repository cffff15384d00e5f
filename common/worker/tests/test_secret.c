/* test_secret.c: the nonce cannot be read while it is hidden, and is unchanged afterwards. */
#include "base/test.h"

#include "worker/internal.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reads the nonce in a child process. Returns the signal that ends the child, or 0. */
static int signal_of_reading(void) {
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) {
    (void)signal(SIGSEGV, SIG_DFL);
    _exit(*(volatile char *)sl_secret() == 'n' ? 0 : 1);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  assert_int_equal(WEXITSTATUS(status), 0);
  return 0;
}

static void nobody_reads_it_while_it_is_hidden(void **state) {
  (void)state;
  sl_secret_make();
  sl_secret()[0] = 'n';
  assert_int_equal(signal_of_reading(), 0);
  assert_false(sl_secret_hide(true));
  assert_int_equal(signal_of_reading(), SIGSEGV);
  assert_true(sl_secret_hide(true));
  assert_int_equal(signal_of_reading(), SIGSEGV);
  assert_true(sl_secret_hide(false));
  assert_int_equal(signal_of_reading(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_reads_it_while_it_is_hidden)};
  return cmocka_run_group_tests_name("worker_secret", tests, NULL, NULL);
}
