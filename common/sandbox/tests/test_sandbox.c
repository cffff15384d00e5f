/* test_sandbox.c: tries every action that a confined program must not be able to do, with the kind
 * of sandbox that the argument names. The tests can fail, because the same program can do most of
 * these things without a sandbox. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/clock.h"
#include "base/process.h"
#include "sandbox/sandbox.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sl_sandbox sandbox;
static char outer[] = "/tmp/sl-sandbox-XXXXXX", folder[64], secret[64];
static char said[65536];
static sl_confined_ending ending;

static bool with_gpu; /* whether commands may access a GPU */

static sl_sandbox_policy usual(void) {
  static const char *const visible[] = {HOSTILE, NULL};
  return (sl_sandbox_policy){.visible = visible,
                             .writable = folder,
                             .cpu_seconds = 10,
                             .wall_seconds = 300,
                             .processes = 20,
                             .open_files = 64,
                             .memory_bytes = (size_t)100 << 20,
                             .file_bytes = (size_t)1 << 20,
                             .folder_bytes = (size_t)2 << 20,
                             .output_bytes = 32768,
                             .gpu = with_gpu};
}

static void run_with(const sl_sandbox_policy *policy, const char *what, const char *argument) {
  const char *const command[] = {HOSTILE, what, argument, NULL};
  assert_ok(sl_sandbox_run(&sandbox, policy, command, said, sizeof said, &ending));
  assert_true(ending.started);
}

static void run(const char *what, const char *argument) {
  sl_sandbox_policy policy = usual();
  run_with(&policy, what, argument);
}

static void run_free(const char *what, const char *argument) {
  int exit_code;
  const char *const command[] = {HOSTILE, what, argument, NULL};
  assert_ok(sl_process_run_for(30, command, said, sizeof said, &exit_code));
}

static void assert_said(const char *words) {
  if (!strstr(said, words)) fail_msg("it said \"%s\" and not \"%s\"", said, words);
}

static void assert_refused(const char *what, const char *argument) {
  run(what, argument);
  if (strncmp(said, "refused", 7) != 0) fail_msg("%s %s: \"%s\"", what, argument, said);
}

static const char *number(long value) {
  static char text[32];
  (void)snprintf(text, sizeof text, "%ld", value);
  return text;
}

static void assert_secret_unchanged(void) {
  char text[8] = "";
  FILE *file = fopen(secret, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  (void)fclose(file);
  assert_string_equal(text, "42\n");
}

static void files_outside_are_out_of_reach(void **state) {
  (void)state;
  char path[128];
  run_free("read", secret);
  assert_said("done");
  assert_refused("read", secret);
  assert_refused("read", "/etc/passwd");
  assert_refused("list", "/root");
  run("write", secret); /* succeeds in a private /tmp, which no one else sees */
  assert_secret_unchanged();
  (void)snprintf(path, sizeof path, "%s/new", outer);
  run("write", path);
  assert_int_equal(access(path, F_OK), -1);
  assert_refused("write", "/usr/lib/new");
  assert_refused("write", HOSTILE);
  assert_refused("write", "/new");
  assert_refused("write", "/dev/new");
  assert_refused("write", "/proc/sys/kernel/core_pattern");
  (void)snprintf(path, sizeof path, "%s/mine", folder);
  run("write", path);
  assert_said("done");
  assert_int_equal(access(path, F_OK), 0);
  (void)unlink(path);
}

static int listen_at(int type, char *port, size_t size) {
  struct sockaddr_in here = {.sin_family = AF_INET};
  socklen_t length = sizeof here;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int end = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  assert_true(end >= 0 && bind(end, (struct sockaddr *)&here, sizeof here) == 0);
  if (type == SOCK_STREAM) assert_int_equal(listen(end, 4), 0);
  assert_int_equal(getsockname(end, (struct sockaddr *)&here, &length), 0);
  (void)snprintf(port, size, "%d", ntohs(here.sin_port));
  return end;
}

static void nothing_is_sent_anywhere(void **state) {
  (void)state;
  char port[16], name[64];
  int tcp = listen_at(SOCK_STREAM, port, sizeof port);
  run_free("tcp", port);
  assert_said("done");
  assert_refused("tcp", port);
  (void)close(tcp);
  int udp = listen_at(SOCK_DGRAM, port, sizeof port);
  run_free("udp", port);
  assert_said("done");
  assert_refused("udp", port);
  (void)close(udp);
  (void)snprintf(name, sizeof name, "sl-sandbox-%d", (int)getpid());
  struct sockaddr_un here = {.sun_family = AF_UNIX};
  (void)snprintf(here.sun_path + 1, sizeof here.sun_path - 1, "%s", name);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  int local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_true(local >= 0 && bind(local, (struct sockaddr *)&here, length) == 0);
  assert_int_equal(listen(local, 4), 0);
  run_free("abstract", name);
  assert_said("done");
  assert_refused("abstract", name);
  (void)close(local);
  assert_refused("ring", "");
}

/* The access that the GPU's driver needs must not allow anything else. */
static void nothing_is_sent_beside_a_gpu(void **state) {
  with_gpu = true;
  nothing_is_sent_anywhere(state);
  with_gpu = false;
}

static void other_processes_are_left_alone(void **state) {
  (void)state;
  pid_t victim = fork();
  if (victim == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* ends the victim even if this test fails */
    for (;;) (void)pause();
  }
  assert_refused("trace", number(victim));
  assert_refused("peek", number(victim));
  assert_refused("memory-of", number(victim));
  assert_refused("memory-of", number(getpid()));
  assert_refused("memory-of", "1"); /* with bubblewrap, process 1 is the keeper, of the same user */
  assert_refused("list", "/proc/1/fd");
  assert_refused("kill", number(victim));
  assert_refused("kill", number(getpid()));
  assert_refused("kill-parent", "");
  assert_int_equal(waitpid(victim, NULL, WNOHANG), 0); /* the victim is still running */
  run_free("kill", number(victim));
  assert_said("done");
  assert_int_equal(waitpid(victim, NULL, 0), victim);
}

static void rights_cannot_be_had(void **state) {
  (void)state;
  assert_refused("root", "");
  assert_refused("namespace", "");
  assert_refused("mount", "");
  assert_refused("shared", "");
}

static void limits_hold(void **state) {
  (void)state;
  char path[128];
  int made = 0;
  run_free("forks", "");
  assert_said("50 processes");
  run("forks", "");
  assert_int_equal(sscanf(said, "%d processes", &made), 1);
  assert_in_range(made, 1, 20);
  sl_sandbox_policy policy = usual();
  run_with(&policy, "memory", "");
  assert_null(strstr(said, "done"));
  assert_int_equal(ending.reason, SL_CONFINED_MEMORY);
  sl_sandbox without = sandbox;
  sandbox.memory_group[0] = '\0'; /* like a machine without control groups */
  run_with(&policy, "memory", "");
  assert_null(strstr(said, "done"));
  assert_int_equal(ending.reason, SL_CONFINED_MEMORY);
  sandbox = without;
  policy.memory_bytes = (size_t)300 << 20;
  run_with(&policy, "memory", "");
  assert_said("done");
  run("reserve", "");
  assert_said("done");
  (void)snprintf(path, sizeof path, "%s/large", folder);
  run("fill", path);
  assert_said("1024 KiB");
  struct stat status;
  assert_true(stat(path, &status) == 0 && status.st_size == 1 << 20);
  (void)unlink(path);
  if (sandbox.means == SL_SANDBOX_BWRAP) {
    policy = usual();
    policy.file_bytes = 0;
    run_with(&policy, "fill", "/tmp/large");
    assert_said("2048 KiB");
    run_with(&policy, "fill", "/dev/shm/large");
    assert_said("2048 KiB");
  }
}

static void what_takes_too_long_or_says_too_much_is_ended(void **state) {
  (void)state;
  sl_sandbox_policy policy = usual();
  policy.wall_seconds = 1;
  double start_us = sl_clock_us();
  run_with(&policy, "sleep", "60");
  assert_int_equal(ending.reason, SL_CONFINED_WALL);
  assert_true(sl_clock_us() - start_us < 300e6);
  policy = usual();
  policy.cpu_seconds = 1;
  run_with(&policy, "spin", "");
  assert_true(WIFSIGNALED(ending.status));
  assert_true(WTERMSIG(ending.status) == SIGXCPU || WTERMSIG(ending.status) == SIGKILL);
  assert_true(ending.processor_seconds > 0.5);
  run("output", "");
  assert_int_equal(ending.reason, SL_CONFINED_OUTPUT);
  assert_int_equal(strlen(said), usual().output_bytes);
  run("crash", "");
  assert_int_equal(ending.reason, SL_CONFINED_BY_ITSELF);
  assert_true(WIFSIGNALED(ending.status) && WTERMSIG(ending.status) == SIGSEGV);
}

/* The number of processes of `program` whose last argument is `argument`. */
static int count_processes(const char *program, const char *argument) {
  DIR *processes = opendir("/proc");
  int count = 0;
  for (struct dirent *entry; processes && (entry = readdir(processes));) {
    char path[300], line[1024] = "";
    (void)snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
    int file = open(path, O_RDONLY);
    ssize_t got = file >= 0 ? read(file, line, sizeof line - 1) : 0;
    if (file >= 0) (void)close(file);
    size_t first = strlen(line) + 1;
    if (got <= (ssize_t)first || strcmp(line, program) != 0) continue;
    const char *last = line + first;
    for (const char *word = last; word < line + got; word += strlen(word) + 1) last = word;
    count += strcmp(last, argument) == 0;
  }
  if (processes) (void)closedir(processes);
  return count;
}

static void nothing_is_left_over(void **state) {
  (void)state;
  pid_t free_one = fork();
  if (free_one == 0) {
    (void)execl(HOSTILE, HOSTILE, "daemon", "2", (char *)NULL);
    _exit(127);
  }
  assert_int_equal(waitpid(free_one, NULL, 0), free_one);
  assert_true(count_processes(HOSTILE, "2") > 0); /* the daemon runs for 2 seconds */
  run("daemon", "4321");
  assert_said("started");
  assert_int_equal(count_processes(HOSTILE, "4321"), 0);
  run("forks", "4322");
  assert_int_equal(count_processes(HOSTILE, "4322"), 0);
}

static void only_what_was_agreed_is_handed_down(void **state) {
  (void)state;
  assert_int_equal(setenv("SL_SECRET", "a token", 1), 0);
  run_free("environment", "");
  assert_said("SL_SECRET");
  run("environment", "");
  assert_null(strstr(said, "SL_SECRET"));
  assert_said("PATH=/usr/local/bin:/usr/bin:/bin");
  static const char *const pairs[] = {"SL_TOLD", "yes", NULL};
  sl_sandbox_policy policy = usual();
  policy.environment = pairs;
  run_with(&policy, "environment", "");
  assert_said("SL_TOLD=yes");
  int kept = open(secret, O_RDONLY); /* exec does not close this file */
  assert_true(kept > 2);
  run("descriptors", "");
  assert_string_equal(said, "0 1 2 \n");
  (void)close(kept);
}

/* Starts a confined program that uses descriptor 3, like a worker. */
static pid_t start_talker(sl_confined *confined, int *talk_out, const char *what,
                          const char *argument) {
  int talk[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk), 0);
  sl_sandbox_policy policy = usual();
  policy.descriptors = 4;
  policy.output_bytes = 0;
  const char *const command[] = {HOSTILE, what, argument, NULL};
  assert_ok(sl_sandbox_make(&sandbox, &policy, command, confined));
  pid_t pid = fork();
  if (pid == 0) {
    (void)setpgid(0, 0);
    int end = fcntl(talk[1], F_DUPFD, 100);
    if (confined->inner_control == 3) _exit(1);
    (void)dup2(end, 3);
    sl_sandbox_become(confined);
  }
  assert_true(pid > 0);
  sl_sandbox_started(confined);
  (void)close(talk[1]);
  *talk_out = talk[0];
  return pid;
}

static void a_worker_can_be_talked_to(void **state) {
  (void)state;
  sl_confined confined;
  int talk;
  char bytes[8] = "";
  pid_t pid = start_talker(&confined, &talk, "talk", "");
  assert_int_equal(write(talk, "hello", 5), 5);
  assert_int_equal(read(talk, bytes, sizeof bytes), 5);
  assert_string_equal(bytes, "hello");
  sl_sandbox_interrupt(&confined);
  assert_int_equal(read(talk, bytes, sizeof bytes), 0); /* no process has the socket open */
  sl_sandbox_end(&confined, pid, false, 5000, &ending);
  (void)close(talk);
  assert_true(ending.started && WIFEXITED(ending.status));
  assert_int_equal(WEXITSTATUS(ending.status), 3);
}

static void a_worker_can_be_put_down(void **state) {
  (void)state;
  sl_confined confined;
  int talk;
  pid_t pid = start_talker(&confined, &talk, "sleep", "4323");
  sl_sandbox_end(&confined, pid, true, 0, &ending);
  (void)close(talk);
  assert_int_equal(ending.reason, SL_CONFINED_STOPPED);
  assert_int_equal(count_processes(HOSTILE, "4323"), 0);
}

/* All processes end even if the judge is killed. */
static void nothing_outlives_the_judge(void **state) {
  (void)state;
  pid_t judge = fork();
  if (judge == 0) {
    sl_sandbox_policy policy = usual();
    const char *const command[] = {HOSTILE, "sleep", "4324", NULL};
    (void)sl_sandbox_run(&sandbox, &policy, command, said, sizeof said, &ending);
    _exit(0);
  }
  const struct timespec pause = {0, 5000000};
  while (count_processes(HOSTILE, "4324") == 0) (void)nanosleep(&pause, NULL);
  (void)kill(judge, SIGKILL);
  (void)waitpid(judge, NULL, 0);
  while (count_processes(HOSTILE, "4324") > 0) (void)nanosleep(&pause, NULL);
}

/* If the sandbox cannot be set up, no student code has run, so the failure must not be attributed
 * to a student. */
static void what_cannot_be_set_up_is_told(void **state) {
  (void)state;
  sl_sandbox_policy policy = usual();
  const char *const missing[] = {"/nowhere/program", NULL};
  assert_fails(sl_sandbox_run(&sandbox, &policy, missing, said, sizeof said, &ending),
               SL_ERR_SYSTEM, "/nowhere/program");
  assert_false(ending.started);
  /* Without root, the command runs as the caller and can read the same files. */
  if (!sandbox.as_root) return;
  char closed[128];
  (void)snprintf(closed, sizeof closed, "%s/closed", outer);
  assert_int_equal(mkdir(closed, 0700), 0);
  (void)snprintf(closed, sizeof closed, "%s/closed/inner", outer);
  assert_int_equal(mkdir(closed, 0755), 0);
  const char *const visible[] = {HOSTILE, closed, NULL};
  const char *const command[] = {HOSTILE, "root", NULL};
  policy.visible = visible;
  assert_fails(sl_sandbox_run(&sandbox, &policy, command, said, sizeof said, &ending),
               SL_ERR_SYSTEM, "Can other users read");
  assert_false(ending.started);
  assert_int_equal(rmdir(closed), 0);
  *strrchr(closed, '/') = '\0';
  assert_int_equal(rmdir(closed), 0);
}

static int make_folders(void **state) {
  (void)state;
  if (!mkdtemp(outer) || chmod(outer, 0755) != 0) return 1;
  (void)snprintf(folder, sizeof folder, "%s/folder", outer);
  (void)snprintf(secret, sizeof secret, "%s/secret", outer);
  FILE *file = fopen(secret, "w");
  if (!file || fputs("42\n", file) < 0 || fclose(file) != 0) return 1;
  return chmod(secret, 0666) != 0 || mkdir(folder, 0755) != 0;
}

static int remove_folders(void **state) {
  (void)state;
  (void)unlink(secret);
  return rmdir(folder) != 0 || rmdir(outer) != 0; /* fails if a folder is not empty */
}

int main(int count, char **arguments) {
  bool landlock = count > 1 && strcmp(arguments[1], "landlock") == 0;
  sl_sandbox_means wanted = landlock ? SL_SANDBOX_LANDLOCK : SL_SANDBOX_BWRAP;
  if (sl_sandbox_probe(0, wanted, &sandbox) != SL_OK) return 1;
  if (sandbox.means != wanted) {
    (void)printf("skipped: %s\n", sandbox.why_not);
    return 77;
  }
  char text[1024];
  sl_sandbox_describe(&sandbox, text, sizeof text);
  (void)printf("%s\n", text);
  (void)fflush(stdout);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_outside_are_out_of_reach),
      cmocka_unit_test(nothing_is_sent_anywhere),
      cmocka_unit_test(nothing_is_sent_beside_a_gpu),
      cmocka_unit_test(other_processes_are_left_alone),
      cmocka_unit_test(rights_cannot_be_had),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(what_takes_too_long_or_says_too_much_is_ended),
      cmocka_unit_test(nothing_is_left_over),
      cmocka_unit_test(only_what_was_agreed_is_handed_down),
      cmocka_unit_test(a_worker_can_be_talked_to),
      cmocka_unit_test(a_worker_can_be_put_down),
      cmocka_unit_test(what_cannot_be_set_up_is_told),
      cmocka_unit_test(nothing_outlives_the_judge),
  };
  return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
