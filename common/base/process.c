/* process.c: a helper program, run and listened to. */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void read_all(int from, char *output, size_t size) {
  size_t used = 0;
  char bytes[4096];
  for (;;) {
    ssize_t got = read(from, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size_t kept = (size_t)got < size - 1 - used ? (size_t)got : size - 1 - used;
    memcpy(output + used, bytes, kept);
    used += kept;
  }
  output[used] = '\0';
}

sl_status sl_process_run(const char *const arguments[], char *output, size_t size,
                         int *exit_code_out) {
  int ends[2];
  output[0] = '\0';
  if (pipe2(ends, O_CLOEXEC) != 0) return sl_fail(SL_ERR_SYSTEM, "cannot make a pipe: %m");
  posix_spawn_file_actions_t actions;
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t pid;
  char **list;
  memcpy(&list, &arguments, sizeof list); /* posix_spawnp does not write to them */
  int error = posix_spawnp(&pid, arguments[0], &actions, NULL, list, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  (void)close(ends[1]);
  if (error) {
    (void)close(ends[0]);
    return sl_fail(error == ENOENT ? SL_ERR_MISSING : SL_ERR_SYSTEM, "cannot run %s: %s",
                   arguments[0], strerror(error));
  }
  read_all(ends[0], output, size);
  (void)close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  *exit_code_out = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return SL_OK;
}
