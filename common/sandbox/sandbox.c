/* sandbox.c: makes a confined command from a command and a policy, runs it, and ends it. */
#define _GNU_SOURCE
#include "sandbox/sandbox.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/owner.h"
#include "base/process.h"
#include "sandbox/group.h"
#include "sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  MAX_ARGUMENTS = 320,
  MAX_VARIABLES = 64,
  TEXT_BYTES = 32768,
  /* User ids that no system gives to people, services or containers (systemd, UIDS-GIDS). Each
   * command gets its own id, so that its processes can be counted separately and all be killed. */
  FIRST_UID = 1900000000,
  UIDS_A_PROCESS = 16,
  SPARE_UID = 65520, /* used if this user namespace does not have the ids above */
  DEFAULT_WALL_SECONDS = SL_PROCESS_SECONDS,
  MOUNT_BYTES = 64 << 20,
};

/* ---- arguments and environment
 * ---------------------------------------------------------------- */

typedef struct sandbox_words {
  sl_confined *to;
  size_t count, used;
  bool is_environment;
  bool cut;
} sandbox_words;

static void add(sandbox_words *w, const char *format, ...) SL_PRINTF(2, 3);

static void add(sandbox_words *w, const char *format, ...) {
  if (w->cut || w->count == (w->is_environment ? MAX_VARIABLES : MAX_ARGUMENTS)) {
    w->cut = true;
    return;
  }
  char *at = w->to->text + w->used;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(at, TEXT_BYTES - w->used, format, arguments);
  va_end(arguments);
  w->cut = length < 0 || (size_t)length >= TEXT_BYTES - w->used;
  if (w->cut) return;
  (w->is_environment ? w->to->environment : w->to->arguments)[w->count++] = at;
  w->used += (size_t)length + 1;
}

static void add_all(sandbox_words *w, const char *const *list) {
  for (; list && *list; list++) add(w, "%s", *list);
}

/* ---- the parts of the system that a command sees
 * ---------------------------------------------- */

static const char *const system_folders[] = {"/bin",   "/sbin",  "/lib",
                                             "/lib64", "/lib32", "/libx32"};
static const char *const system_files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf",
                                           "/etc/ld.so.conf.d", "/etc/alternatives"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static void show_system(sandbox_words *w) {
  char target[256];
  add_all(w, (const char *const[]){"--ro-bind", "/usr", "/usr", NULL});
  for (size_t i = 0; i < COUNT(system_folders); i++) {
    const char *folder = system_folders[i];
    ssize_t length = readlink(folder, target, sizeof target - 1);
    if (length > 0) {
      add_all(w, (const char *const[]){"--symlink", NULL});
      add(w, "%.*s", (int)length, target);
      add(w, "%s", folder);
    } else {
      add_all(w, (const char *const[]){"--ro-bind-try", folder, folder, NULL});
    }
  }
  for (size_t i = 0; i < COUNT(system_files); i++) {
    add_all(w, (const char *const[]){"--ro-bind-try", system_files[i], system_files[i], NULL});
  }
  if (SL_SANDBOX_COMPILER[0]) {
    add_all(w,
            (const char *const[]){"--ro-bind-try", SL_SANDBOX_COMPILER, SL_SANDBOX_COMPILER, NULL});
  }
}

/* Calls `each` for all devices of NVIDIA's driver, including those of all GPUs. In WSL, a single
 * device represents all GPUs. */
static void for_devices(sandbox_words *w, void (*each)(sandbox_words *w, const char *path)) {
  glob_t found;
  if (glob("/dev/nvidia*", 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) each(w, found.gl_pathv[i]);
    globfree(&found);
  }
  if (access("/dev/dxg", F_OK) == 0) each(w, "/dev/dxg");
}

static const char *const usual[] = {"PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C", NULL};

static void add_folder(sandbox_words *w, size_t bytes, const char *folder) {
  add(w, "--size");
  add(w, "%zu", bytes ? bytes : (size_t)MOUNT_BYTES);
  add(w, "--tmpfs");
  add(w, "%s", folder);
}

static void add_environment(sandbox_words *w, const sl_sandbox_policy *policy) {
  add(w, "--clearenv");
  for (const char *const *pair = usual; *pair; pair += 2) {
    add_all(w, (const char *const[]){"--setenv", pair[0], pair[1], NULL});
  }
  add_all(w, (const char *const[]){"--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp", NULL});
  for (const char *const *pair = policy->environment; pair && *pair; pair += 2) {
    add_all(w, (const char *const[]){"--setenv", pair[0], pair[1], NULL});
  }
}

/* Sets HOME and TMPDIR to the writable folder, because without bubblewrap there is no private
 * /tmp. */
static void fill_environment(sandbox_words *w, const sl_sandbox_policy *policy) {
  const char *folder = policy->writable ? policy->writable : "/";
  sandbox_words variables = {.to = w->to, .used = w->used, .cut = w->cut, .is_environment = true};
  for (const char *const *pair = usual; *pair; pair += 2) {
    add(&variables, "%s=%s", pair[0], pair[1]);
  }
  add(&variables, "HOME=%s", folder);
  add(&variables, "TMPDIR=%s", folder);
  for (const char *const *pair = policy->environment; pair && *pair; pair += 2) {
    add(&variables, "%s=%s", pair[0], pair[1]);
  }
  w->used = variables.used;
  w->cut = variables.cut;
}

static void bind_device(sandbox_words *w, const char *path) {
  add_all(w, (const char *const[]){"--dev-bind", path, path, NULL});
}

static void add_bwrap(sandbox_words *w, const sl_sandbox *sandbox,
                      const sl_sandbox_policy *policy) {
  add(w, "%s", sandbox->bwrap);
  add_all(w, (const char *const[]){"--unshare-all", "--unshare-user", "--cap-drop", "ALL",
                                   "--new-session", "--die-with-parent", "--as-pid-1", "--hostname",
                                   "sandbox", NULL});
  if (sandbox->disables_userns) add(w, "--disable-userns");
  add_environment(w, policy);
  show_system(w);
  add_all(w, (const char *const[]){"--proc", "/proc", "--dev", "/dev", NULL});
  if (policy->gpu) {
    for_devices(w, bind_device);
    add_all(w, (const char *const[]){"--ro-bind", "/sys", "/sys", NULL});
  }
  add_folder(w, policy->folder_bytes, "/dev/shm");
  add_folder(w, policy->folder_bytes, "/tmp");
  add_all(w, (const char *const[]){"--ro-bind", SL_SANDBOX_INSIDE, SL_SANDBOX_INSIDE, NULL});
  for (const char *const *path = policy->visible; path && *path; path++) {
    add_all(w, (const char *const[]){"--ro-bind", *path, *path, NULL});
  }
  if (policy->writable) {
    add_all(w, (const char *const[]){"--bind", policy->writable, policy->writable, NULL});
  }
  add_all(w, (const char *const[]){"--chdir", policy->writable ? policy->writable : "/tmp",
                                   "--remount-ro", "/dev", "--remount-ro", "/", "--", NULL});
}

/* ---- the keeper's options
 * --------------------------------------------------------------------- */

static void add_number(sandbox_words *w, const char *option, unsigned long long number) {
  if (!number) return;
  add(w, "%s", option);
  add(w, "%llu", number);
}

static void open_device(sandbox_words *w, const char *path) {
  add_all(w, (const char *const[]){"-W", path, NULL});
}

static void add_fence(sandbox_words *w, const sl_sandbox_policy *policy) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
  add_all(w, (const char *const[]){"-L", "-r", "/usr", "-r", "/proc", NULL});
  for (size_t i = 0; i < COUNT(system_folders); i++) {
    add_all(w, (const char *const[]){"-r", system_folders[i], NULL});
  }
  for (size_t i = 0; i < COUNT(system_files); i++) {
    add_all(w, (const char *const[]){"-r", system_files[i], NULL});
  }
  if (SL_SANDBOX_COMPILER[0]) add_all(w, (const char *const[]){"-r", SL_SANDBOX_COMPILER, NULL});
  for (size_t i = 0; i < COUNT(devices); i++) open_device(w, devices[i]);
  if (policy->gpu) {
    for_devices(w, open_device);
    /* The driver writes the names of its threads to /proc. */
    add_all(w, (const char *const[]){"-r", "/sys", "-W", "/proc", NULL});
  }
  for (const char *const *path = policy->visible; path && *path; path++) {
    add_all(w, (const char *const[]){"-r", *path, NULL});
  }
  if (policy->writable) add_all(w, (const char *const[]){"-W", policy->writable, NULL});
}

static void add_keeper(sandbox_words *w, const sl_sandbox *sandbox,
                       const sl_sandbox_policy *policy) {
  add(w, "%s", SL_SANDBOX_INSIDE);
  if (sandbox->means == SL_SANDBOX_LANDLOCK) add_fence(w, policy);
  if (policy->gpu) add(w, "-g");
  add_number(w, "-c", policy->cpu_seconds);
  add_number(w, "-p", policy->processes);
  add_number(w, "-n", policy->open_files);
  add_number(w, "-f", policy->file_bytes);
  add_number(w, "-a", policy->address_bytes);
  if (!sandbox->memory_group[0]) add_number(w, "-m", policy->memory_bytes);
  add_number(w, "-w", policy->wall_seconds);
  add_number(w, "-o", policy->output_bytes);
  add_number(w, "-d", (unsigned)w->to->descriptors);
  add_number(w, "-C", (unsigned)w->to->control_number);
  add(w, "--");
}

/* ---- making a confined command
 * ---------------------------------------------------------------- */

static unsigned num_made; /* number of commands that this process has made */

/* Whether the user namespace of this process contains the id. */
static bool has_uid(uid_t uid) {
  FILE *map = fopen("/proc/self/uid_map", "re");
  unsigned long long inside, outside, count;
  bool found = false;
  while (map && !found && fscanf(map, "%llu %llu %llu", &inside, &outside, &count) == 3) {
    found = uid >= inside && uid - inside < count;
  }
  if (map) (void)fclose(map);
  return found;
}

static void choose_user(const sl_sandbox *sandbox, sl_confined *out) {
  out->uid = 0;
  out->own_uid = false;
  if (!sandbox->as_root) return;
  out->uid = sandbox->uid;
  if (out->uid) return;
  unsigned number = (unsigned)getpid() * UIDS_A_PROCESS + num_made % UIDS_A_PROCESS;
  out->uid = FIRST_UID + number;
  out->own_uid = has_uid(out->uid);
  if (!out->own_uid) out->uid = SPARE_UID + number % 14;
}

static void make_groups(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                        sl_confined *out) {
  char name[SL_OWNER + 24], owner[SL_OWNER];
  sl_owner(owner);
  (void)snprintf(name, sizeof name, "sparselab-%s.%u", owner, num_made);
  out->unified = sandbox->unified;
  if (sandbox->memory_group[0] && policy->memory_bytes) {
    (void)sl_group_make(sandbox->memory_group, sandbox->unified, "memory", name,
                        policy->memory_bytes, out->memory_group, sizeof out->memory_group);
  }
  /* Two more processes are for bubblewrap, and one for the keeper. */
  if (sandbox->pids_group[0] && policy->processes) {
    (void)sl_group_make(sandbox->pids_group, sandbox->unified, "pids", name, policy->processes + 3,
                        out->pids_group, sizeof out->pids_group);
  }
}

static sl_status give_folder(const sl_confined *confined, const char *folder) {
  if (!folder || !confined->uid) return SL_OK;
  if (chown(folder, confined->uid, confined->uid) == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot give the folder %s to the user of the sandbox: %m", folder);
}

static sl_status open_control(sl_confined *out) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return sl_fail(SL_ERR_SYSTEM, "cannot start a sandbox: %m");
  }
  out->control = ends[0];
  out->inner_control = ends[1];
  return SL_OK;
}

static void release(sl_confined *confined) {
  if (confined->control >= 0) (void)close(confined->control);
  if (confined->inner_control >= 0) (void)close(confined->inner_control);
  confined->control = confined->inner_control = -1;
  if (confined->memory_group[0]) sl_group_remove(confined->memory_group);
  bool two = strcmp(confined->pids_group, confined->memory_group) != 0;
  if (confined->pids_group[0] && two) sl_group_remove(confined->pids_group);
  sl_free(confined->arguments);
  sl_free(confined->environment);
  sl_free(confined->text);
  confined->arguments = NULL;
  confined->environment = NULL;
  confined->text = NULL;
}

static sl_status fill_in(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                         const char *const command[], sl_confined *out) {
  SL_TRY(sl_alloc(MAX_ARGUMENTS + 1, sizeof *out->arguments, "a sandbox", &out->arguments));
  SL_TRY(sl_alloc(MAX_VARIABLES + 1, sizeof *out->environment, "a sandbox", &out->environment));
  SL_TRY(sl_alloc(TEXT_BYTES, 1, "a sandbox", &out->text));
  SL_TRY(open_control(out));
  sandbox_words w = {.to = out};
  if (sandbox->means == SL_SANDBOX_BWRAP) add_bwrap(&w, sandbox, policy);
  add_keeper(&w, sandbox, policy);
  add_all(&w, command);
  out->folder = "/";
  if (sandbox->means == SL_SANDBOX_LANDLOCK) {
    fill_environment(&w, policy);
    if (policy->writable) out->folder = policy->writable;
  }
  if (w.cut) return sl_fail(SL_ERR_SYSTEM, "the command for the sandbox is too long");
  choose_user(sandbox, out);
  num_made++;
  SL_TRY(give_folder(out, policy->writable));
  make_groups(sandbox, policy, out);
  return SL_OK;
}

/* Returns the policy with the memory limit for all commands. */
static sl_sandbox_policy tighten(const sl_sandbox *sandbox, const sl_sandbox_policy *policy) {
  sl_sandbox_policy tight = *policy;
  size_t most = sandbox->most_memory_bytes;
  if (most && (!tight.memory_bytes || tight.memory_bytes > most)) tight.memory_bytes = most;
  return tight;
}

sl_status sl_sandbox_make(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                          const char *const command[], sl_confined *out) {
  *out = (sl_confined){.control = -1, .inner_control = -1};
  SL_TRY(sl_sandbox_require(sandbox));
  out->descriptors = policy->descriptors > 3 ? policy->descriptors : 3;
  out->control_number = out->descriptors;
  const sl_sandbox_policy tight = tighten(sandbox, policy);
  sl_status status = fill_in(sandbox, &tight, command, out);
  if (status != SL_OK) release(out);
  return status;
}

/* ---- in the new process
 * ----------------------------------------------------------------------- */

static void give_up(const char *what) {
  (void)dprintf(STDERR_FILENO, "sandbox: cannot %s: %s\n", what, strerror(errno));
  _exit(125);
}

/* Changes the user of this thread by system calls. The C library's functions would change all
 * threads of the process, which they find in memory; but between vfork and exec this memory is the
 * parent's. No other process has the new id yet, so none can inspect this process. */
static bool change_user(uid_t uid) {
  return syscall(SYS_setgroups, 0, NULL) == 0 && syscall(SYS_setresgid, uid, uid, uid) == 0 &&
         syscall(SYS_setresuid, uid, uid, uid) == 0;
}

static void become_user(uid_t uid) {
  if (!change_user(uid)) give_up("become an unprivileged user");
  errno = EPERM;
  if (syscall(SYS_setuid, 0) == 0 || syscall(SYS_setgid, 0) == 0 || geteuid() == 0) {
    give_up("stay an unprivileged user");
  }
}

void sl_sandbox_become(const sl_confined *confined) {
  int control = fcntl(confined->inner_control, F_DUPFD, confined->control_number + 1);
  if (control < 0 || dup2(control, confined->control_number) < 0) give_up("listen");
  (void)close_range((unsigned)confined->control_number + 1, ~0U, 0);
  if (confined->memory_group[0] && !sl_group_join(confined->memory_group)) give_up("limit memory");
  if (confined->pids_group[0] && !sl_group_join(confined->pids_group)) give_up("limit processes");
  if (confined->uid) become_user(confined->uid);
  if (geteuid() == 0) {
    errno = EPERM;
    give_up("run a student's code as root");
  }
  sigset_t none; /* the command must not inherit blocked or ignored signals */
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < 32; number++) (void)signal(number, SIG_DFL);
  (void)umask(022);
  if (chdir(confined->folder) != 0) give_up("enter its folder");
  (void)execve(confined->arguments[0], confined->arguments, confined->environment);
  (void)dprintf(STDERR_FILENO, "sandbox: cannot run %s: %s\n", confined->arguments[0],
                strerror(errno));
  _exit(125);
}

/* ---- in the parent
 * ---------------------------------------------------------------------------- */

void sl_sandbox_started(sl_confined *confined) {
  if (confined->inner_control >= 0) (void)close(confined->inner_control);
  confined->inner_control = -1;
}

void sl_sandbox_interrupt(const sl_confined *confined) {
  const char byte = SL_INSIDE_INTERRUPT;
  (void)send(confined->control, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static bool has_ended(pid_t pid) {
  siginfo_t info = {.si_pid = 0};
  int waited = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
  return (waited == 0 && info.si_pid == pid) || (waited < 0 && errno == ECHILD);
}

static bool wait_for(pid_t pid, int ms) {
  const struct timespec pause = {0, 2000000};
  double end_us = sl_clock_us() + 1e3 * ms;
  while (!has_ended(pid)) {
    if (sl_clock_us() > end_us) return false;
    (void)nanosleep(&pause, NULL);
  }
  return true;
}

/* Kills all processes of this user, which all belong to the command. The killing process is a fork
 * with its own memory, because the others may try to inspect it. */
static void kill_user(uid_t uid) {
  pid_t killer = fork();
  if (killer == 0) {
    if (change_user(uid)) (void)kill(-1, SIGKILL); /* kill does not include its caller */
    _exit(0);
  }
  while (killer > 0 && waitpid(killer, NULL, 0) < 0 && errno == EINTR) continue;
}

static void read_ending(const sl_confined *confined, sl_confined_ending *ending) {
  sl_inside_word word;
  *ending = (sl_confined_ending){.reason = SL_CONFINED_STOPPED, .status = SIGKILL};
  while (recv(confined->control, &word, sizeof word, MSG_DONTWAIT) == (ssize_t)sizeof word) {
    if (word.started) {
      ending->started = true;
      continue;
    }
    ending->reason = word.reason == SL_INSIDE_WALL     ? SL_CONFINED_WALL
                     : word.reason == SL_INSIDE_OUTPUT ? SL_CONFINED_OUTPUT
                     : word.reason == SL_INSIDE_MEMORY ? SL_CONFINED_MEMORY
                                                       : SL_CONFINED_BY_ITSELF;
    ending->status = word.status;
    ending->processor_seconds = 1e-3 * word.processor_ms;
  }
  bool ran_out =
      confined->memory_group[0] && sl_group_ran_out(confined->memory_group, confined->unified);
  if (ran_out) ending->reason = SL_CONFINED_MEMORY;
}

void sl_sandbox_end(sl_confined *confined, pid_t pid, bool kill_it, int grace_ms,
                    sl_confined_ending *ending) {
  enum { TIDY_MS = 2000 };
  sl_sandbox_started(confined);
  bool by_itself = pid > 0 && !kill_it && wait_for(pid, grace_ms);
  if (pid > 0 && !by_itself && confined->control >= 0) {
    (void)shutdown(confined->control, SHUT_WR); /* makes the keeper kill all processes */
    (void)wait_for(pid, TIDY_MS);
  }
  if (pid > 0) {
    (void)kill(-pid, SIGKILL);
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  if (confined->own_uid) kill_user(confined->uid);
  if (ending) {
    read_ending(confined, ending);
    if (pid > 0 && !by_itself) ending->reason = SL_CONFINED_STOPPED;
  }
  release(confined);
}

sl_status sl_sandbox_failed(const char *output) {
  return sl_fail(SL_ERR_SYSTEM,
                 "the sandbox could not be set up: %.*s. Can other users read the kit, its build "
                 "folder and the source?",
                 output[0] ? (int)strcspn(output, "\n") : 400,
                 output[0] ? output : "it ended without a message");
}

/* ---- running to the end ---------------------------------------------------------------------- */

static void become_it(const void *context) {
  sl_sandbox_become(context);
}

sl_status sl_sandbox_run(const sl_sandbox *sandbox, const sl_sandbox_policy *policy,
                         const char *const command[], char *output, size_t size,
                         sl_confined_ending *ending) {
  enum { SETTING_UP_SECONDS = 5 }; /* includes the time to end */
  sl_sandbox_policy timed = *policy;
  if (!timed.wall_seconds) timed.wall_seconds = DEFAULT_WALL_SECONDS;
  timed.descriptors = 3;
  sl_confined confined;
  int exit_code;
  output[0] = '\0';
  *ending = (sl_confined_ending){.started = false};
  SL_TRY(sl_sandbox_make(sandbox, &timed, command, &confined));
  sl_status status = sl_process_run_as((double)timed.wall_seconds + SETTING_UP_SECONDS, command[0],
                                       become_it, &confined, output, size, &exit_code);
  sl_sandbox_end(&confined, 0, false, 0, ending);
  SL_TRY(status);
  if (ending->started) return SL_OK;
  return sl_sandbox_failed(output);
}
