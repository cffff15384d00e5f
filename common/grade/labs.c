/* labs.c: finds the labs that a class has submitted, and the contents of its archives. Each archive
 * is read in a separate process, so an archive that crashes the reader only loses its own
 * content. */
#define _GNU_SOURCE
#include "base/memory.h"
#include "grade/inventory.h"
#include "grade/submission.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 120, MOST_ANSWER = 128 << 20 };

/* A function that runs in a separate process, and writes its answer to `to`. */
typedef void looker(const void *context, FILE *to);

/* Runs the function in a separate process, and returns its output; free this with sl_free. */
static sl_status look_apart(looker *look, const void *context, char **text_out, size_t *size_out) {
  int ends[2];
  size_t room = 1 << 12;
  *size_out = 0;
  SL_TRY(sl_alloc(room, 1, "the contents of an archive", text_out));
  (void)fflush(NULL);
  if (pipe2(ends, O_CLOEXEC) != 0) return sl_fail(SL_ERR_SYSTEM, "no pipe: %s", strerror(errno));
  pid_t pid = fork();
  if (pid == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)alarm(MOST_SECONDS);
    FILE *to = fdopen(ends[1], "w");
    if (to) look(context, to);
    _exit(!to || fclose(to) != 0);
  }
  int error = errno;
  (void)close(ends[1]);
  sl_status status =
      pid < 0 ? sl_fail(SL_ERR_SYSTEM, "cannot start a process: %s", strerror(error)) : SL_OK;
  ssize_t got = 1;
  while (status == SL_OK && got > 0 && *size_out < MOST_ANSWER) {
    if (*size_out == room) status = sl_resize(room *= 2, 1, "the contents of an archive", text_out);
    if (status != SL_OK) break;
    got = read(ends[0], *text_out + *size_out, room - *size_out);
    if (got < 0 && errno == EINTR) {
      got = 1;
    } else if (got > 0) {
      *size_out += (size_t)got;
    }
  }
  (void)close(ends[0]);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return status;
}

/* ---- labs ------------------------------------------------------------------------------------ */

/* The answer of a process about its submission. */
typedef struct answer {
  sl_status status;
  unsigned labs;
  char message[512];
} answer;

static void look_for_labs(const void *context, FILE *to) {
  answer said = {.labs = 0};
  said.status = sl_submission_labs(context, &said.labs);
  (void)snprintf(said.message, sizeof said.message, "%s", said.status ? sl_status_message() : "");
  (void)fwrite(&said, sizeof said, 1, to);
}

static sl_status labs_of(const sl_submission *submission, unsigned *labs_out) {
  char *text = NULL;
  size_t size;
  answer said;
  sl_status status = look_apart(look_for_labs, submission, &text, &size);
  bool whole = status == SL_OK && size == sizeof said;
  if (whole) memcpy(&said, text, sizeof said);
  sl_free(text);
  if (!whole) return status;
  *labs_out = said.labs;
  return said.status == SL_OK ? SL_OK : sl_fail(said.status, "%s", said.message);
}

sl_status sl_submissions_labs(const sl_submissions *list, unsigned *labs_out) {
  *labs_out = 0;
  for (size_t i = 0; i < list->count; i++) {
    unsigned labs = 0;
    sl_status status = labs_of(&list->all[i], &labs);
    if (status != SL_OK && status != SL_ERR_SYSTEM) return status;
    *labs_out |= labs; /* the record of the submission will report that it is unreadable */
  }
  return SL_OK;
}

/* ---- names in an archive --------------------------------------------------------------------- */

static void look_for_names(const void *context, FILE *to) {
  (void)sl_inventory_archive_names(context, to);
}

sl_status sl_submission_each_archive(const char *path,
                                     sl_status (*each)(void *context, const char *name,
                                                       bool is_file),
                                     void *context) {
  char *text = NULL;
  size_t size;
  sl_status status = look_apart(look_for_names, path, &text, &size);
  for (size_t at = 0; status == SL_OK && at + 1 < size;) {
    const char *end = memchr(text + at, 0, size - at);
    if (!end) break; /* the process has ended early */
    status = each(context, text + at + 1, text[at] == 'f');
    at = (size_t)(end - text) + 1;
  }
  sl_free(text);
  return status;
}
