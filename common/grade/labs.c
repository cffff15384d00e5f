/* labs.c: which labs a class has handed in. */
#define _GNU_SOURCE
#include "grade/submission.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 120 };

/* What the process says of its archive. */
typedef struct answer {
  sl_status status;
  unsigned labs;
  char message[512];
} answer;

static void look(const sl_submission *submission, int to) {
  answer said = {.labs = 0};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)alarm(MOST_SECONDS);
  said.status = sl_submission_labs(submission, &said.labs);
  (void)snprintf(said.message, sizeof said.message, "%s", said.status ? sl_message() : "");
  (void)!write(to, &said, sizeof said); /* less than a pipe holds */
  _exit(0);
}

static sl_status look_apart(const sl_submission *submission, unsigned *labs_out) {
  int ends[2];
  answer said;
  (void)fflush(NULL);
  if (pipe2(ends, O_CLOEXEC) != 0) return sl_fail(SL_ERR_SYSTEM, "no pipe: %s", strerror(errno));
  pid_t pid = fork();
  if (pid == 0) look(submission, ends[1]);
  int error = errno;
  (void)close(ends[1]);
  ssize_t got = 0;
  while (pid > 0 && (got = read(ends[0], &said, sizeof said)) < 0 && errno == EINTR) continue;
  (void)close(ends[0]);
  if (pid < 0) return sl_fail(SL_ERR_SYSTEM, "cannot start a process: %s", strerror(error));
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  if (got != (ssize_t)sizeof said) return SL_OK;
  *labs_out = said.labs;
  return said.status == SL_OK ? SL_OK : sl_fail(said.status, "%s", said.message);
}

sl_status sl_submissions_labs(const sl_submissions *list, unsigned *labs_out) {
  *labs_out = 0;
  for (size_t i = 0; i < list->count; i++) {
    unsigned labs = 0;
    SL_TRY(look_apart(&list->all[i], &labs));
    *labs_out |= labs;
    if (labs || !list->all[i].path[0]) continue;
    (void)fprintf(stderr, "%s: no lab's file was found in it\n", list->all[i].path);
  }
  return SL_OK;
}
