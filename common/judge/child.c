/* child.c: starts a worker, sends it a job, and listens until it is done, dead or late. A worker is
 * late if it has computed for too long, or has done nothing for too long. A limit on elapsed time
 * alone would end correct programs on a busy machine. */
#define _GNU_SOURCE
#include "judge/child.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "base/visible.h"
#include "judge/listener.h"
#include "judge/question.h"
#include "judge/slowness.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  ENDING_SECONDS = 5, /* time that a worker may take to end after its connection was closed */
  KEEPER_MS = 30000,  /* time for the keeper of a sandbox to end, on a busy machine */
  /* how often the judge looks at a worker whose time limit is less than a second */
  SHORT_GLANCE_MS = 5,
  GLANCE_MS = 50,       /* how often it looks at other workers, to notice a dead one even if other
                           processes hold its descriptors */
  READS_AT_A_TIME = 64, /* most reads at a time, so that a flood of data cannot keep the judge from
                           checking the time */
};

/* time for a late worker to report where it was interrupted */
static const double GRACE_SECONDS = 0.3;

/* Runs in the new process. Connects the conversation to SL_WIRE_FD and the output to a pipe, closes
 * the other descriptors, and makes a new process group, so that everything that the worker starts
 * can be ended with it. */
static void become_worker(const sl_child *child, int talk, int output) {
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* never outlive the judge */
  int null = open("/dev/null", O_RDONLY);
  /* First move all descriptors away from the numbers that they will get. */
  talk = fcntl(talk, F_DUPFD, 10);
  output = fcntl(output, F_DUPFD, 10);
  int lines = child->lines > 0 ? fcntl(child->lines, F_DUPFD, 10) : -1;
  if (null < 0 || talk < 0 || output < 0) _exit(126);
  (void)dup2(null, STDIN_FILENO);
  (void)dup2(output, STDOUT_FILENO);
  (void)dup2(output, STDERR_FILENO);
  (void)dup2(talk, SL_WIRE_FD);
  if (lines >= 0) (void)dup2(lines, SL_LINES_FD);
  if (child->sandbox) sl_sandbox_become(&child->confined); /* this closes all other descriptors */
  (void)close_range(lines >= 0 ? SL_LINES_FD + 1 : SL_LINES_FD, ~0U, 0);
  (void)execl(child->program, child->program, (char *)NULL);
  _exit(127);
}

/* Passes on the variables in which a batch system names the GPU to use, as NAME, VALUE, …, so that
 * the worker uses the GPU that the judge has locked. */
static void pass_on_gpu(const char *variables[5]) {
  static const char *const names[] = {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"};
  size_t count = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i]);
    if (!value) continue;
    variables[count++] = names[i];
    variables[count++] = value;
  }
}

/* Sets up the sandbox with what a worker needs: its program and memory. Measured in labs 01 and 05:
 * 46 MB, two threads on two cores, and 1.4 TB of reserved addresses, so addresses are not limited.
 * The judge limits the time of a job. */
static sl_status confine(sl_child *child) {
  const char *const visible[] = {child->program, NULL};
  const char *const command[] = {child->program, NULL};
  const char *variables[5] = {NULL};
  pass_on_gpu(variables);
  const sl_sandbox_policy policy = {
      .visible = visible,
      .descriptors = (child->lines > 0 ? SL_LINES_FD : SL_WIRE_FD) + 1,
      .cpu_seconds = 1800,
      .processes = (unsigned)sl_process_num_cores() + 64,
      .open_files = 256,
      .memory_bytes = (size_t)(child->gpu ? 8 : 2) << 30, /* the GPU runtime needs a lot */
      .file_bytes = (size_t)64 << 20,
      .folder_bytes = (size_t)64 << 20,
      .gpu = child->gpu,
      .environment = child->gpu ? variables : NULL,
  };
  return sl_sandbox_make(child->sandbox, &policy, command, &child->confined);
}

/* Sets the message before close, which may overwrite errno. */
static sl_status cannot_start(const int ends[2], sl_status why) {
  sl_status status = why ? why : sl_fail(SL_ERR_SYSTEM, "cannot start a worker: %m");
  for (int i = 0; i < 2; i++) {
    if (ends[i] >= 0) (void)close(ends[i]);
  }
  return status;
}

/* Setting up a sandbox takes milliseconds, on a busy machine seconds, and must not count as time of
 * the job. Its keeper reports when the worker begins, and closes the connection if the worker
 * cannot begin. */
static void await_keeper(const sl_child *child) {
  struct pollfd keeper = {child->confined.control, POLLIN, 0};
  (void)poll(&keeper, 1, SL_PROCESS_SECONDS * 1000);
}

static sl_status start(sl_child *child) {
  int talk[2] = {-1, -1}, output[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) != 0)
    return cannot_start(talk, SL_OK);
  if (pipe2(output, O_CLOEXEC) != 0) return cannot_start(talk, SL_OK);
  /* Only our end must not block: the worker's printf must wait while the pipe is full. */
  (void)fcntl(output[0], F_SETFL, O_NONBLOCK);
  sl_status confined = child->sandbox ? confine(child) : SL_OK;
  /* vfork lets the new process use our memory until it executes the worker, and become_worker needs
   * no more. With fork, copying our page tables only to drop them took a fifth of the time of small
   * cases. */
  pid_t pid = confined == SL_OK ? vfork() : -1;
  if (pid == 0) become_worker(child, talk[1], output[1]);
  const int ours[2] = {talk[0], output[0]};
  sl_status status = pid >= 0 ? SL_OK : cannot_start(ours, confined);
  if (child->sandbox && confined == SL_OK) {
    if (pid < 0) sl_sandbox_end(&child->confined, 0, false, 0, NULL);
    if (pid > 0) sl_sandbox_started(&child->confined);
    if (pid > 0) await_keeper(child);
  }
  (void)close(talk[1]);
  (void)close(output[1]);
  SL_TRY(status);
  (void)setpgid(pid, pid); /* parent and child both do it, because either may be first */
  child->pid = pid;
  child->talk = talk[0];
  child->output = output[0];
  return SL_OK;
}

/* Whether the worker itself is dead. Other processes may still hold its end of the connection. A
 * dead worker stays a zombie until it is reaped, so the number of its process group is not reused.
 */
static bool has_ended(const sl_child *child) {
  siginfo_t info = {.si_pid = 0};
  return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child->pid;
}

/* Waits until a worker that has closed its connection ends by itself, for a limited time. */
static void wait_a_while(const sl_child *child) {
  const struct timespec pause = {0, 2000000};
  sl_progress progress;
  sl_progress_begin(&progress, sl_progress_usage(child->pid));
  while (fmax(progress.seconds, progress.idle_seconds) < ENDING_SECONDS && !has_ended(child)) {
    (void)nanosleep(&pause, NULL);
    if (sl_clock_us() - progress.us < GLANCE_MS * 1e3) continue;
    sl_progress_take(&progress, sl_progress_usage(child->pid), GLANCE_MS * 1e3);
  }
}

/* Like reap, for a worker in a sandbox, whose keeper reports how the worker ended. */
static void reap_confined(sl_child *child, bool kill_it, sl_ending *ending) {
  sl_confined_ending how;
  sl_sandbox_end(&child->confined, child->pid, kill_it, KEEPER_MS, &how);
  (void)close(child->talk);
  (void)close(child->output);
  child->pid = 0;
  if (!ending) return;
  ending->unconfined = !how.started;
  ending->out_of_memory = how.reason == SL_CONFINED_MEMORY;
  ending->processor_seconds = how.processor_seconds;
  if (how.reason == SL_CONFINED_STOPPED) return;
  ending->exited = true;
  if (WIFSIGNALED(how.status)) ending->signal = WTERMSIG(how.status);
  if (WIFEXITED(how.status)) ending->exit_code = WEXITSTATUS(how.status);
}

/* Ends a worker and all that it started: at once if `kill_it` is set, otherwise after it had some
 * time to end by itself. `ending` may be NULL. */
static void reap(sl_child *child, bool kill_it, sl_ending *ending) {
  if (child->pid == 0) return;
  if (child->sandbox) {
    reap_confined(child, kill_it, ending);
    return;
  }
  int status = 0;
  if (!kill_it) wait_a_while(child);
  bool ended = !kill_it && has_ended(child);
  (void)kill(-child->pid, SIGKILL);
  (void)kill(child->pid, SIGKILL); /* the worker may have left its process group */
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
  /* A worker that ended late, for example because it released a device, still ended by itself and
   * not by our signal.
   */
  bool by_us = kill_it || (!ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  if (ending && !by_us) {
    ending->exited = true;
    if (WIFSIGNALED(status)) ending->signal = WTERMSIG(status);
    if (WIFEXITED(status)) ending->exit_code = WEXITSTATUS(status);
  }
  (void)close(child->talk);
  (void)close(child->output);
  child->pid = 0;
}

void sl_child_stop(sl_child *child) {
  reap(child, true, NULL);
}

static bool send_job(int talk, const int descriptors[2], char *nonce) {
  char byte = 'j';
  struct iovec parts[] = {{&byte, 1}, {nonce, SL_WIRE_NONCE_BYTES}};
  union {
    char bytes[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = parts,
                           .msg_iovlen = 2,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(2 * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, 2 * sizeof(int));
  return sendmsg(talk, &message, MSG_NOSIGNAL) == 1 + SL_WIRE_NONCE_BYTES;
}

static sl_status make_nonce(char nonce[SL_WIRE_NONCE_BYTES]) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
  unsigned char bytes[SL_WIRE_NONCE_BYTES];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    return sl_fail(SL_ERR_SYSTEM, "the system gives no random numbers: %m");
  }
  for (size_t i = 0; i < sizeof bytes; i++) nonce[i] = letters[bytes[i] % 32];
  return SL_OK;
}

/* Keeps the beginning of the output, and removes what is not safe to show on a terminal. */
static void drain_output(int output, sl_ending *ending) {
  char bytes[4096];
  size_t used = strlen(ending->output);
  for (int reads = 0; reads < READS_AT_A_TIME; reads++) {
    ssize_t got = read(output, bytes, sizeof bytes);
    if (got <= 0) break;
    for (ssize_t i = 0; i < got && used < sizeof ending->output - 1; i++) {
      bool shown = bytes[i] == '\n' || bytes[i] == '\t' || !iscntrl((unsigned char)bytes[i]);
      if (bytes[i] != '\0') ending->output[used++] = shown ? bytes[i] : '?';
    }
  }
  ending->output[used] = '\0';
}

/* Replaces bytes that are not a character, and terminal controls of Latin-1, by "?". This is done
 * at the end, because a character may arrive in two pieces. */
static void make_readable(char *text) {
  size_t used = 0, left = strlen(text);
  for (size_t at = 0; left > 0;) {
    size_t length = sl_utf8_length(text + at, left);
    uint32_t point = length ? sl_utf8_point(text + at, length) : 0;
    bool shown = length > 0 && sl_visible_point(point);
    size_t taken = length ? length : 1;
    if (shown) {
      memmove(text + used, text + at, length);
      used += length;
    } else {
      text[used++] = '?';
    }
    at += taken;
    left -= taken;
  }
  text[used] = '\0';
}

/* Reads only what has arrived. `*quiet_out`: nothing had arrived. */
static sl_status listen_once(sl_listener *heard, int talk, sl_reply *reply, bool *quiet_out) {
  char bytes[4096];
  ssize_t got = recv(talk, bytes, sizeof bytes, MSG_DONTWAIT);
  *quiet_out = got < 0 && (errno == EAGAIN || errno == EINTR);
  if (*quiet_out) return SL_OK;
  if (got > 0) return sl_listener_take(heard, bytes, (size_t)got, reply);
  heard->closed = true;
  return SL_OK;
}

/* Reads the rest of what a dead worker has sent, while other processes keep its end of the
 * connection open. */
static sl_status read_rest(sl_listener *heard, int talk, sl_reply *reply) {
  bool quiet = false;
  for (int reads = 0; reads < READS_AT_A_TIME && !quiet && !heard->closed; reads++) {
    SL_TRY(listen_once(heard, talk, reply, &quiet));
  }
  heard->closed = true;
  return SL_OK;
}

static bool is_stopped(const sl_child *child) {
  return child->stop && *child->stop;
}

/* Returns the first process that `pid` has started; 0: none. */
static pid_t child_of(pid_t pid) {
  char path[64];
  int first = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
  FILE *list = fopen(path, "re");
  if (!list) return 0;
  if (fscanf(list, "%d", &first) != 1) first = 0;
  (void)fclose(list);
  return first;
}

/* In a sandbox the worker is a descendant of the launcher, the keeper or both. */
static pid_t worker_of(const sl_child *child) {
  pid_t pid = child->pid;
  for (int depth = 0; child->sandbox && depth < 4; depth++) {
    pid_t next = child_of(pid);
    if (!next) break;
    pid = next;
  }
  return pid;
}

static sl_usage usage_of(const sl_child *child) {
  return sl_progress_usage(worker_of(child));
}

/* What a worker may use until it has answered its job. */
typedef struct allowance {
  sl_progress progress;
  double most_seconds; /* of processor time */
  /* elapsed time in which it neither computes nor waits for a processor */
  double most_idle_seconds;
  bool patient;               /* the speed of this core has not been measured yet */
  const sl_job_options *next; /* limits that apply when the student's code begins; NULL: the same */
  double used_before;         /* processor seconds used before the student's code began */
} allowance;

static allowance allow(const sl_child *child, double seconds, double idle_seconds, bool patient) {
  allowance all = {.most_seconds = seconds, .most_idle_seconds = idle_seconds, .patient = patient};
  sl_progress_begin(&all.progress, usage_of(child));
  return all;
}

static allowance allow_job(const sl_child *child, const sl_job_options *job, bool begun) {
  bool waits = job->ready_seconds > 0 && !begun;
  double seconds = waits ? job->ready_seconds : sl_job_processor_seconds(job);
  double idle_seconds = waits ? job->ready_seconds : job->deadline_seconds;
  allowance all = allow(child, seconds, idle_seconds, job->patient);
  if (waits) all.next = job;
  return all;
}

/* Begins the allowance of the student's code, which starts with the first stage that the worker
 * reports. */
static void begin_stage(const sl_child *child, const sl_reply *reply, allowance *all) {
  if (!all->next || !reply->stage[0]) return;
  sl_progress_take(&all->progress, usage_of(child), 0);
  double used = all->progress.seconds;
  *all = allow_job(child, all->next, true);
  all->used_before = used;
}

/* Whether the worker has used up its processor time. */
static bool is_spent(allowance *all) {
  if (all->progress.seconds > all->most_seconds && all->patient) {
    all->most_seconds *= sl_slowness();
    all->patient = false;
  }
  return all->progress.seconds > all->most_seconds;
}

/* Listens until the reply is done, the worker is gone, its allowance is used up, or no one waits
 * any more.
 */
static sl_status listen_until(sl_child *child, sl_listener *heard, allowance *all, sl_reply *reply,
                              sl_ending *ending) {
  bool output_open = true, quiet;
  double glance_ms = all->most_seconds < 1 ? SHORT_GLANCE_MS : GLANCE_MS;
  while (!reply->done && !heard->closed) {
    if (sl_clock_us() - all->progress.us >= 1e3 * glance_ms) {
      sl_progress_take(&all->progress, usage_of(child), 1e3 * glance_ms);
    }
    ending->spent = is_spent(all);
    bool waited = all->progress.idle_seconds > all->most_idle_seconds;
    if (ending->spent || waited || is_stopped(child)) return SL_OK;
    /* poll ignores a negative descriptor. The output is closed if the student's code has closed it.
     */
    struct pollfd ends[2] = {{child->talk, POLLIN, 0},
                             {output_open ? child->output : -1, POLLIN, 0}};
    (void)poll(ends, 2, (int)glance_ms);
    if (ends[1].revents) drain_output(child->output, ending);
    if (ends[1].revents & (POLLHUP | POLLERR)) output_open = false;
    if (ends[0].revents) {
      SL_TRY(listen_once(heard, child->talk, reply, &quiet));
      begin_stage(child, reply, all);
    } else if (has_ended(child)) {
      SL_TRY(read_rest(heard, child->talk, reply));
    }
  }
  return SL_OK;
}

/* Asks a late worker which line it is running. */
static sl_status interrupt(sl_child *child, sl_listener *heard, sl_reply *reply,
                           sl_ending *ending) {
  bool spent = ending->spent;
  if (child->sandbox) {
    sl_sandbox_interrupt(&child->confined);
  } else {
    (void)kill(child->pid, SIGUSR1);
  }
  allowance grace = allow(child, GRACE_SECONDS, GRACE_SECONDS, false);
  sl_status status = listen_until(child, heard, &grace, reply, ending);
  ending->spent = spent;
  return status;
}

static sl_status converse(sl_child *child, const char *nonce, const sl_job_options *options,
                          sl_reply *reply, sl_ending *ending) {
  sl_listener heard = {.used = 0};
  memcpy(heard.transcript.nonce, nonce, SL_WIRE_NONCE_BYTES);
  double start_us = sl_clock_us();
  allowance all = allow_job(child, options, false);
  sl_status status = listen_until(child, &heard, &all, reply, ending);
  if (status == SL_OK && !reply->done && !heard.closed) {
    ending->timed_out = true;
    /* A hurried job does not ask which line the worker is running. */
    if (!options->hurried) status = interrupt(child, &heard, reply, ending);
    reply->done = false; /* too late */
  }
  ending->seconds = (sl_clock_us() - start_us) * 1e-6;
  sl_progress_take(&all.progress, usage_of(child), 0);
  ending->processor_seconds = all.used_before + all.progress.seconds;
  drain_output(child->output, ending);
  make_readable(ending->output);
  bool in_order = status == SL_OK && reply->done && !reply->cuda_error && !heard.closed;
  bool hung_up = heard.closed && !reply->unruly[0];
  if (!in_order) reap(child, !hung_up || ending->timed_out, ending);
  if (status == SL_OK && ending->unconfined) return sl_sandbox_failed(ending->output);
  return status;
}

/* Whether the worker waits for a job. A worker that has sent something since its last job, or has
 * closed the connection, must not get another job. */
static bool waits_for_a_job(const sl_child *child) {
  struct pollfd end = {child->talk, POLLIN, 0};
  return child->pid && poll(&end, 1, 0) == 0 && !has_ended(child);
}

sl_status sl_child_run(sl_child *child, const sl_problem *problem, const char *task,
                       sl_precision precision, const sl_job_options *options, sl_reply *reply_out,
                       sl_answer *answer_out, sl_ending *ending_out) {
  memset(reply_out, 0, sizeof *reply_out);
  memset(ending_out, 0, sizeof *ending_out);
  int descriptors[2];
  char nonce[SL_WIRE_NONCE_BYTES];
  SL_TRY(make_nonce(nonce));
  SL_TRY(sl_question_make(problem, task, precision, options, descriptors, answer_out));
  if (!waits_for_a_job(child)) sl_child_stop(child);
  sl_status status = child->pid ? SL_OK : start(child);
  if (status == SL_OK && !send_job(child->talk, descriptors, nonce)) {
    /* The worker died between two jobs: use a new one. */
    sl_child_stop(child);
    status = start(child);
    if (status == SL_OK) (void)send_job(child->talk, descriptors, nonce);
  }
  (void)close(descriptors[0]);
  (void)close(descriptors[1]);
  if (status == SL_OK) status = converse(child, nonce, options, reply_out, ending_out);
  if (status != SL_OK) {
    sl_reply_free(reply_out);
    sl_question_free_answer(answer_out);
  }
  return status;
}
