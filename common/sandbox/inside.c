/* inside.c: the keeper, a process inside a sandbox. It sets limits, installs the filter, starts the
 * command, and in the end kills all processes that the command has left.
 *
 *   sl-sandbox-inside OPTION… -- COMMAND…
 *
 * With bubblewrap, the keeper is process 1 of a namespace: no process outlives it, and no process
 * in the namespace can kill it. With Landlock, it adopts orphaned processes and kills them. Other
 * processes of the same user cannot inspect the keeper (PR_SET_DUMPABLE). */
#define _GNU_SOURCE
#include "sandbox/inside.h"
#include "sandbox/fence.h"
#include "sandbox/filter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PATHS = 64, NOTHING_BEGAN = 125 };

static const double GLANCE_SECONDS = 0.02;

typedef struct orders {
  rlim_t cpu_seconds, processes, open_files, file_bytes, address_space; /* 0: no limit */
  long long wall_seconds, output_bytes, memory_bytes;                   /* 0: no limit */
  int control;     /* descriptor of the launcher; -1: none */
  int descriptors; /* number of descriptors that stay open */
  bool gpu;        /* whether the command may use the GPU's driver */
  bool fence;      /* whether to use Landlock; otherwise bubblewrap is used */
  const char *readable[MAX_PATHS + 1], *writable[MAX_PATHS + 1];
  char **command;
} orders;

static int trouble = -1; /* in the command's process until exec: the pipe that reports failures */

/* Reports that the sandbox cannot be set up, and exits. In this case no code of the student has
 * run, and the launcher gets no report. */
static void fail(const char *what) {
  (void)dprintf(STDERR_FILENO, "sandbox: cannot %s: %s\n", what, strerror(errno));
  if (trouble >= 0 && write(trouble, "", 1) < 0) _exit(NOTHING_BEGAN);
  _exit(NOTHING_BEGAN);
}

static void add_path(const char **list, const char *path) {
  int count = 0;
  while (list[count]) count++;
  errno = E2BIG;
  if (count == MAX_PATHS) fail("hold so many paths");
  list[count] = path;
}

static void read_orders(int count, char **arguments, orders *out) {
  memset(out, 0, sizeof *out);
  out->control = -1;
  out->descriptors = 3;
  int letter;
  while ((letter = getopt(count, arguments, "+c:p:n:f:a:m:w:o:C:d:gLr:W:")) != -1) {
    unsigned long long number = optarg ? strtoull(optarg, NULL, 10) : 0;
    switch (letter) {
    case 'c':
      out->cpu_seconds = number;
      break;
    case 'p':
      out->processes = number;
      break;
    case 'n':
      out->open_files = number;
      break;
    case 'f':
      out->file_bytes = number;
      break;
    case 'a':
      out->address_space = number;
      break;
    case 'm':
      out->memory_bytes = (long long)number;
      break;
    case 'w':
      out->wall_seconds = (long long)number;
      break;
    case 'o':
      out->output_bytes = (long long)number;
      break;
    case 'C':
      out->control = (int)number;
      break;
    case 'd':
      out->descriptors = (int)number;
      break;
    case 'g':
      out->gpu = true;
      break;
    case 'L':
      out->fence = true;
      break;
    case 'r':
      add_path(out->readable, optarg);
      break;
    case 'W':
      add_path(out->writable, optarg);
      break;
    default:
      errno = EINVAL;
      fail("understand its orders");
    }
  }
  out->command = arguments + optind;
  errno = EINVAL;
  if (!out->command[0]) fail("start nothing");
}

/* ---- in the command's process ---------------------------------------------------------------- */

static void limit(int what, rlim_t soft, rlim_t hard, const char *name) {
  struct rlimit now, wanted = {soft, hard};
  if (getrlimit(what, &now) == 0 && now.rlim_max != RLIM_INFINITY && now.rlim_max < hard) {
    wanted.rlim_max = now.rlim_max; /* a tighter limit remains */
    if (wanted.rlim_cur > now.rlim_max) wanted.rlim_cur = now.rlim_max;
  }
  if (setrlimit(what, &wanted) != 0) fail(name);
}

static void become_command(const orders *o, int output, const sigset_t *signals) {
  if (o->control >= 0) (void)close(o->control);
  if (output >= 0) {
    (void)dup2(output, STDOUT_FILENO);
    (void)dup2(output, STDERR_FILENO);
  }
  trouble = fcntl(trouble, F_DUPFD_CLOEXEC, o->descriptors);
  if (trouble < 0) fail("keep a descriptor");
  if (trouble > o->descriptors) {
    (void)close_range((unsigned)o->descriptors, (unsigned)trouble - 1, 0);
  }
  (void)close_range((unsigned)trouble + 1, ~0U, 0);
  (void)signal(SIGCHLD, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, signals, NULL);
  if (o->fence) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!sl_fence_put_up(o->readable, o->writable)) fail("set Landlock up");
  }
  limit(RLIMIT_CORE, 0, 0, "limit core files");
  if (o->cpu_seconds) limit(RLIMIT_CPU, o->cpu_seconds, o->cpu_seconds + 1, "limit CPU time");
  if (o->open_files) limit(RLIMIT_NOFILE, o->open_files, o->open_files, "limit open files");
  if (o->file_bytes) limit(RLIMIT_FSIZE, o->file_bytes, o->file_bytes, "limit the size of files");
  if (o->address_space) limit(RLIMIT_AS, o->address_space, o->address_space, "limit memory");
  if (o->processes) limit(RLIMIT_NPROC, o->processes, o->processes, "limit processes");
  if (!sl_filter_put_on(o->fence, o->gpu)) fail("filter system calls");
  (void)execv(o->command[0], o->command);
  if (!strchr(o->command[0], '/')) (void)execvp(o->command[0], o->command);
  fail(o->command[0]);
}

/* ---- the keeper ------------------------------------------------------------------------------ */

static volatile sig_atomic_t asked_to_end;

static void note_end(int number) {
  (void)number;
  asked_to_end = 1;
}

static void note_child(int number) {
  (void)number; /* the signal only has to interrupt ppoll */
}

static void say(const orders *o, sl_inside_word word) {
  if (o->control < 0) return;
  if (write(o->control, &word, sizeof word) < 0) return; /* the launcher has ended */
}

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Passes output on, at most `*left` bytes. Returns false if there was more. */
static bool relay(int from, long long *left, bool *open) {
  char bytes[4096];
  ssize_t got = read(from, bytes, sizeof bytes);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) *open = false;
  if (got <= 0) return true;
  size_t most = (size_t)(got < *left ? got : *left);
  *left -= (long long)most;
  for (size_t done = 0; done < most;) {
    ssize_t put = write(STDOUT_FILENO, bytes + done, most - done);
    if (put < 0 && errno != EINTR) break;
    if (put > 0) done += (size_t)put;
  }
  return (ssize_t)most == got;
}

/* The memory of all processes in the sandbox: those visible in the namespace, or without one those
 * of this user. If there is no control group, the keeper measures it repeatedly. A limit on the
 * address space (RLIMIT_AS) does not work, because a worker for the lens reserves more than a
 * terabyte. */
static long long held_bytes(void) {
  DIR *folder = opendir("/proc");
  long long pages = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char name[300], text[64];
    struct stat status;
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    (void)snprintf(name, sizeof name, "/proc/%s", entry->d_name);
    if (stat(name, &status) != 0 || status.st_uid != getuid()) continue;
    (void)snprintf(name, sizeof name, "/proc/%s/statm", entry->d_name);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) (void)close(file);
    text[got > 0 ? got : 0] = '\0';
    long long resident;
    if (sscanf(text, "%*d %lld", &resident) == 1) pages += resident;
  }
  if (folder) (void)closedir(folder);
  return pages * sysconf(_SC_PAGESIZE);
}

/* Kills the keeper's children, including adopted ones, and returns their number. */
static int kill_children(void) {
  char path[64], list[4096];
  (void)snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int file = open(path, O_RDONLY | O_CLOEXEC), killed = 0;
  ssize_t got = file >= 0 ? read(file, list, sizeof list - 1) : 0;
  if (file >= 0) (void)close(file);
  list[got > 0 ? got : 0] = '\0';
  for (char *word = strtok(list, " "); word; word = strtok(NULL, " "), killed++) {
    (void)kill((pid_t)strtol(word, NULL, 10), SIGKILL);
  }
  return killed;
}

/* Kills all processes and waits for them. In a namespace, a single call kills all. Without one, the
 * keeper adopts the children of killed processes and kills them too, until there are none. */
static void end_all(const orders *o, pid_t command, bool ended, int *status) {
  if (!o->fence) (void)kill(-1, SIGKILL);
  if (!ended) (void)kill(command, SIGKILL);
  for (;;) {
    int how;
    if (o->fence) (void)kill_children();
    pid_t pid = waitpid(-1, &how, 0);
    if (pid == command) *status = how;
    if (pid < 0 && errno != EINTR) return;
  }
}

static int keep(const orders *o, pid_t command, int output, const sigset_t *signals) {
  double end = o->wall_seconds ? now() + (double)o->wall_seconds : 0;
  long long left = o->output_bytes;
  bool open = output >= 0, listening = o->control >= 0, ended = false;
  int status = 0, reason = SL_INSIDE_BY_ITSELF;
  while (!ended && !reason && !asked_to_end) {
    struct pollfd ends[2] = {{listening ? o->control : -1, POLLIN, 0},
                             {open ? output : -1, POLLIN, 0}};
    double wait = end ? end - now() : 3600;
    if (wait <= 0) reason = SL_INSIDE_WALL;
    if (o->memory_bytes && held_bytes() > o->memory_bytes) reason = SL_INSIDE_MEMORY;
    if (reason) break;
    if (o->memory_bytes && wait > GLANCE_SECONDS) wait = GLANCE_SECONDS;
    struct timespec until = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
    int ready = ppoll(ends, 2, &until, signals);
    char byte;
    if (ready > 0 && ends[0].revents) {
      ssize_t got = read(o->control, &byte, 1);
      if (got == 0) asked_to_end = 1; /* the launcher no longer waits */
      if (got == 1 && byte == SL_INSIDE_INTERRUPT) (void)kill(command, SIGUSR1);
    }
    if (ready > 0 && ends[1].revents && !relay(output, &left, &open)) reason = SL_INSIDE_OUTPUT;
    for (pid_t pid; !ended && (pid = waitpid(-1, &status, WNOHANG)) > 0;) ended = pid == command;
  }
  end_all(o, command, ended, &status);
  while (open && !reason) {
    if (!relay(output, &left, &open)) reason = SL_INSIDE_OUTPUT;
  }
  struct rusage used;
  (void)getrusage(RUSAGE_CHILDREN, &used);
  long ms = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
            (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
  say(o, (sl_inside_word){.status = status, .reason = reason, .processor_ms = (int32_t)ms});
  if (reason) return reason;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Whether the command's process has called exec successfully. */
static bool has_begun(int trouble_end) {
  char byte;
  ssize_t got;
  while ((got = read(trouble_end, &byte, 1)) < 0 && errno == EINTR) continue;
  (void)close(trouble_end);
  return got == 0;
}

int main(int count, char **arguments) {
  orders o;
  read_orders(count, arguments, &o);
  if (prctl(PR_SET_DUMPABLE, 0) != 0) fail("hide");
  if (o.fence) {
    (void)setsid();
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  }
  int pipe_ends[2] = {-1, -1};
  if (o.output_bytes && pipe2(pipe_ends, O_CLOEXEC) != 0) fail("make a pipe");
  if (o.control >= 0) (void)fcntl(o.control, F_SETFD, FD_CLOEXEC);
  sigset_t all, before;
  (void)sigemptyset(&all);
  (void)sigaddset(&all, SIGCHLD);
  (void)sigprocmask(SIG_BLOCK, &all, &before);
  struct sigaction child = {.sa_handler = note_child}, end = {.sa_handler = note_end};
  (void)sigaction(SIGCHLD, &child, NULL);
  (void)sigaction(SIGTERM, &end, NULL);
  int begun[2];
  if (pipe2(begun, O_CLOEXEC) != 0) fail("make a pipe");
  pid_t command = fork();
  if (command == 0) trouble = begun[1];
  if (command == 0) become_command(&o, pipe_ends[1], &before);
  if (command < 0) fail("start a process");
  if (pipe_ends[1] >= 0) (void)close(pipe_ends[1]);
  (void)close(begun[1]);
  if (!has_begun(begun[0])) {
    bool open = pipe_ends[0] >= 0; /* the pipe contains the message of fail */
    for (long long left = 4096; open;) (void)relay(pipe_ends[0], &left, &open);
    return NOTHING_BEGAN;
  }
  say(&o, (sl_inside_word){.started = 1});
  /* Only the command keeps its socket open, so that the socket closes when the command ends. */
  for (int i = 3; i < o.descriptors; i++) {
    if (i != o.control) (void)close(i);
  }
  return keep(&o, command, pipe_ends[0], &before);
}
