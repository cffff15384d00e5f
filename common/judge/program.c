/* program.c: runs a standalone program on the lens: it prints by itself, and its report is in a
 * file.
 */
#define _GNU_SOURCE
#include "judge/program.h"

#include "base/regular.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static sl_status make_report_file(char *path, size_t size) {
  const char *folder = getenv("TMPDIR");
  (void)snprintf(path, size, "%s/sparselab-report-XXXXXX", folder && *folder ? folder : "/tmp");
  int file = mkstemp(path);
  if (file < 0) return sl_fail(SL_ERR_SYSTEM, "cannot make %s: %s", path, strerror(errno));
  (void)close(file);
  return SL_OK;
}

static sl_status read_report(const char *path, sl_reply *report) {
  char why[96];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, why);
  char *line = NULL;
  size_t size = 0;
  sl_status status = SL_OK;
  for (ssize_t length; status == SL_OK && (length = getline(&line, &size, file)) > 0;) {
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    status = sl_reply_take(report, line);
  }
  free(line);
  (void)fclose(file);
  return status;
}

static volatile sig_atomic_t running; /* the program's process; 0 before it has one */
static volatile sig_atomic_t to_hand_on;

static void hand_on(int number) {
  if (running) {
    (void)kill((pid_t)running, number);
  } else {
    to_hand_on = number;
  }
}

static const int handed_on[] = {SIGTERM, SIGHUP};
enum { NUM_HANDED_ON = sizeof handed_on / sizeof *handed_on };

static void catch_signals(struct sigaction before[]) {
  struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
  running = to_hand_on = 0;
  for (int i = 0; i < NUM_HANDED_ON; i++) {
    (void)sigaction(handed_on[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) (void)sigaction(handed_on[i], &action, NULL);
  }
}

static void leave_signals(const struct sigaction before[]) {
  for (int i = 0; i < NUM_HANDED_ON; i++) (void)sigaction(handed_on[i], &before[i], NULL);
}

/* Signals that would end us are passed to the program: it ends, and its report is still shown.
 * Ctrl-C reaches it from the terminal, other signals from here. */
static sl_status run(char *const arguments[], sl_program_end *end_out) {
  pid_t pid;
  posix_spawnattr_t attributes;
  sigset_t usual;
  (void)posix_spawnattr_init(&attributes);
  (void)sigemptyset(&usual);
  (void)sigaddset(&usual, SIGINT);
  (void)sigaddset(&usual, SIGQUIT);
  (void)posix_spawnattr_setsigdefault(&attributes, &usual);
  (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
  void (*quit)(int) = signal(SIGQUIT, SIG_IGN);
  struct sigaction before[NUM_HANDED_ON];
  catch_signals(before);
  int status = 0;
  int error = posix_spawn(&pid, arguments[0], NULL, &attributes, arguments, environ);
  if (!error) {
    running = pid;
    if (to_hand_on) (void)kill(pid, to_hand_on);
  }
  while (!error && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  leave_signals(before);
  (void)signal(SIGINT, interrupt);
  (void)signal(SIGQUIT, quit);
  (void)posix_spawnattr_destroy(&attributes);
  if (error) return sl_fail(SL_ERR_SYSTEM, "cannot run %s: %s", arguments[0], strerror(error));
  end_out->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end_out->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return SL_OK;
}

sl_status sl_program_run(char *const arguments[], const char *warp, const char *deadline,
                         sl_reply *report, sl_program_end *end_out) {
  char path[512];
  memset(report, 0, sizeof *report);
  memset(end_out, 0, sizeof *end_out);
  SL_TRY(make_report_file(path, sizeof path));
  (void)setenv("LENS_REPORT", path, 1);
  if (warp) (void)setenv("LENS_WARP", warp, 1);
  if (deadline) (void)setenv("LENS_DEADLINE", deadline, 1);
  (void)fflush(NULL);
  sl_status status = run(arguments, end_out);
  if (status == SL_OK) status = read_report(path, report);
  (void)unlink(path);
  return status;
}
