/* process.c: runs a program and reads its output. A second process, the keeper, ends the program if
 * this process dies.
 *
 * A compiler starts further programs. All of them belong to the process group of the keeper. The
 * keeper ends the group after the program has ended. It also ends the group if this process dies
 * for any reason, because the kernel then sends it a signal. */
#define _GNU_SOURCE
#include "process.h"

#include "clock.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GRACE_SECONDS = 2 }; /* time for the programs to remove their temporary files */

/* What the keeper reports in the end. */
typedef struct ending {
  int error;  /* errno if the program could not be started; otherwise 0 */
  int status; /* the program's status from waitpid */
} ending;

/* ---- the keeper ------------------------------------------------------------------------------ */

static void end_group(int signal_number) {
  (void)signal_number;
  (void)kill(0, SIGKILL);
}

/* Passes the signal on to all processes of the group, and ends them GRACE_SECONDS later. Until then
 * they may remove their files. */
static void ask_group_to_end(int signal_number) {
  (void)signal(signal_number, SIG_IGN);
  (void)kill(0, signal_number);
  (void)alarm(GRACE_SECONDS);
}

static void say(int to, ending end) {
  if (write(to, &end, sizeof end) < 0) _exit(1);
}

/* What to run: a program with arguments, or the function `become` in a new process. */
typedef struct program_to_run {
  const char *name;
  const char *const *arguments; /* NULL: call `become` */
  void (*become)(const void *context);
  const void *context;
} program_to_run;

static void become_program(const program_to_run *program, int output, int verdict) {
  int null = open("/dev/null", O_RDONLY);
  (void)dup2(null, STDIN_FILENO);
  (void)dup2(output, STDOUT_FILENO);
  (void)dup2(output, STDERR_FILENO);
  if (program->arguments) {
    char **list;
    memcpy(&list, &program->arguments, sizeof list); /* execvp does not change the strings */
    (void)execvp(list[0], list);
  } else {
    program->become(program->context);
  }
  say(verdict, (ending){.error = errno});
  _exit(127);
}

static void keep(const program_to_run *what, int output, int verdict, pid_t caller) {
  (void)setpgid(0, 0);
  (void)signal(SIGTERM, ask_group_to_end);
  (void)signal(SIGALRM, end_group);
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != caller) _exit(1); /* the caller died before prctl */
  /* Until exec, the child needs no memory of its own. */
  pid_t program = vfork();
  if (program == 0) become_program(what, output, verdict);
  ending end = {.error = program < 0 ? errno : 0};
  while (program > 0 && waitpid(program, &end.status, 0) < 0 && errno == EINTR) continue;
  say(verdict, end);
  end_group(0);
  _exit(0);
}

/* ---- the caller ------------------------------------------------------------------------------ */

/* The usage of a process tree is measured at least this often. Measuring reads all of /proc. */
static const double longest_period_us = 1e6;

/* Reads the output until all processes have closed it. Returns false if the program has used up its
 * time, or has been idle for as long. */
static bool read_all(int from, char *output, size_t size, pid_t keeper, double most_seconds) {
  double period_us = fmin(longest_period_us, most_seconds * 1e6 / 4);
  size_t used = strlen(output);
  char bytes[4096];
  sl_progress progress;
  sl_progress_begin(&progress, (sl_usage){.seconds = 0});
  for (;;) {
    struct pollfd end = {from, POLLIN, 0};
    int ready = poll(&end, 1, (int)(period_us * 1e-3) + 1);
    if (sl_clock_us() - progress.us >= period_us) {
      sl_progress_take(&progress, sl_progress_tree_usage(keeper), period_us);
    }
    if (fmax(progress.seconds, progress.idle_seconds) >= most_seconds) return false;
    if (ready <= 0) continue;
    ssize_t got = read(from, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    size_t kept = (size_t)got < size - 1 - used ? (size_t)got : size - 1 - used;
    memcpy(output + used, bytes, kept);
    used += kept;
    output[used] = '\0';
  }
}

/* Waits until the keeper has ended, and reads its report. Ends the whole group first if `late`. */
static sl_status conclude(pid_t keeper, int verdict, const char *name, bool late,
                          int *exit_code_out) {
  ending end = {.error = 0};
  if (late) (void)kill(-keeper, SIGKILL);
  bool told = read(verdict, &end, sizeof end) == (ssize_t)sizeof end;
  while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR) continue;
  if (end.error) {
    return sl_fail(end.error == ENOENT ? SL_ERR_MISSING : SL_ERR_SYSTEM, "cannot run %s: %s", name,
                   strerror(end.error));
  }
  *exit_code_out = late                    ? SL_PROCESS_LATE
                   : !told                 ? 128 + SIGKILL
                   : WIFEXITED(end.status) ? WEXITSTATUS(end.status)
                                           : 128 + WTERMSIG(end.status);
  return SL_OK;
}

static void close_both(const int ends[2]) {
  (void)close(ends[0]);
  (void)close(ends[1]);
}

static sl_status run(double most_seconds, const program_to_run *what, char *output, size_t size,
                     int *exit_code_out) {
  int ends[2], verdict[2];
  output[0] = '\0';
  if (pipe2(ends, O_CLOEXEC) != 0) return sl_fail(SL_ERR_SYSTEM, "cannot make a pipe: %m");
  if (pipe2(verdict, O_CLOEXEC) != 0) {
    close_both(ends);
    return sl_fail(SL_ERR_SYSTEM, "cannot make a pipe: %m");
  }
  pid_t caller = getpid(), keeper = fork();
  if (keeper == 0) keep(what, ends[1], verdict[1], caller);
  int error = errno;
  (void)close(ends[1]);
  (void)close(verdict[1]);
  sl_status status = SL_OK;
  if (keeper < 0) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot run %s: %s", what->name, strerror(error));
  } else {
    (void)setpgid(keeper, keeper); /* both call it, because either may run first */
    bool late = !read_all(ends[0], output, size, keeper, most_seconds);
    if (late) {
      (void)kill(keeper, SIGTERM);
      (void)read_all(ends[0], output, size, keeper, GRACE_SECONDS + 1);
    }
    status = conclude(keeper, verdict[0], what->name, late, exit_code_out);
  }
  (void)close(ends[0]);
  (void)close(verdict[0]);
  return status;
}

sl_status sl_process_run_for(double most_seconds, const char *const arguments[], char *output,
                             size_t size, int *exit_code_out) {
  const program_to_run what = {.name = arguments[0], .arguments = arguments};
  return run(most_seconds, &what, output, size, exit_code_out);
}

sl_status sl_process_run_as(double most_seconds, const char *name,
                            void (*become)(const void *context), const void *context, char *output,
                            size_t size, int *exit_code_out) {
  const program_to_run what = {.name = name, .become = become, .context = context};
  return run(most_seconds, &what, output, size, exit_code_out);
}

/* ---- cores -------------------------------------------------------------------------------------
 */

int sl_process_num_cores(void) {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
  long online = sysconf(_SC_NPROCESSORS_ONLN); /* more cores than a cpu_set_t can hold */
  return online > 0 ? (int)online : 1;
}
