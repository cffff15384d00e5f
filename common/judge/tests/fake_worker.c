/* fake_worker.c: a worker that behaves as the environment variable FAKE_WORKER says, from right
 * answers to everything that the judge must survive. Exit status 9: something that must be
 * impossible was possible. */
#define _GNU_SOURCE
#include "lens/lens.h"
#include "sample.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Turns LeakSanitizer off: at the end of a program it traces the program, which a sandbox forbids.
 */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

typedef struct job {
  int files[2];
  const sl_wire_question *question;
  char *answer;
  size_t answer_size;
} job;

typedef void behaviour(job *given);

static void say_bytes(const char *text, size_t size) {
  while (size > 0) {
    ssize_t sent = send(SL_WIRE_FD, text, size, MSG_NOSIGNAL);
    if (sent <= 0) _exit(1);
    text += sent;
    size -= (size_t)sent;
  }
}

static char nonce[SL_WIRE_NONCE_BYTES];

/* Sends lines, each after the nonce. */
static void say(const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n") + 1;
    say_bytes(nonce, sizeof nonce);
    say_bytes("\t", 1);
    say_bytes(text, length);
    text += length;
  }
}

static void say_plainly(const char *text) {
  say_bytes(text, strlen(text));
}

static void rest(long milliseconds) {
  struct timespec pause_for = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&pause_for, &pause_for) != 0) continue;
}

static void sleep_for_ever(void) {
  for (;;) rest(1000000);
}

static size_t size_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
}

/* Receives one job. False at the end of the connection. */
static bool receive(job *out) {
  char byte;
  struct iovec parts[] = {{&byte, 1}, {nonce, sizeof nonce}};
  union {
    char bytes[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = parts,
                           .msg_iovlen = 2,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  if (recvmsg(SL_WIRE_FD, &message, 0) != 1 + (ssize_t)sizeof nonce) return false;
  memcpy(out->files, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof out->files);
  out->answer_size = size_of(out->files[1]);
  out->question = mmap(NULL, size_of(out->files[0]), PROT_READ, MAP_PRIVATE, out->files[0], 0);
  out->answer = mmap(NULL, out->answer_size, PROT_READ | PROT_WRITE, MAP_SHARED, out->files[1], 0);
  return (const void *)out->question != MAP_FAILED && (void *)out->answer != MAP_FAILED;
}

/* ---- what an honest worker does ----------------------------------------------------------------
 */

static void report_done(void) {
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\ndone\n");
}

static void answer(job *given) {
  sample_answer(given->question, given->answer);
  report_done();
}

static void leave_untouched(job *given) {
  sample_return(given->question, given->answer);
  report_done();
}

static void answer_wrongly(job *given) {
  sample_answer(given->question, given->answer);
  if (given->question->arrays[SAMPLE_Y].count > 0) {
    sample_set(given->question, given->answer, SAMPLE_Y, 0, 99);
  }
  report_done();
}

static bool has_answered_wrongly;

static void answer_wrongly_once(job *given) {
  bool wrongly = !has_answered_wrongly && given->question->arrays[SAMPLE_Y].count > 0;
  (wrongly ? answer_wrongly : answer)(given);
  has_answered_wrongly |= wrongly;
}

static void answer_wrongly_later(job *given) {
  static bool called;
  (called ? answer_wrongly : answer)(given);
  called = true;
}

/* Behaves as if the code of the first task had overwritten data of the second one. */
static void first_spoils_second(job *given) {
  bool first = strcmp(given->question->task, "first") == 0;
  (first || has_answered_wrongly ? answer_wrongly : answer)(given);
  has_answered_wrongly |= first;
}

static void report_cuda_error(job *given) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\nerror\t9\tcudaErrorX\tbad launch\tlaunch\ndone\n");
  _exit(0);
}

static void say_finding(const char *finding) {
  say("device\tlens\nstage\tlaunch\nstage\tcollect\ncollected\n");
  say(finding);
  say("done\n");
}

static void find(job *given, const char *file) {
  char line[256];
  sample_answer(given->question, given->answer);
  (void)snprintf(line, sizeof line,
                 "finding\t3\trace\tf\t%s\t3\t1\t0\t0\t0\t0\t0\t0\ty\t0\t8\t1\twith thread 1"
                 "\t0\t0\t0\t0\t0\t0\t0\t0\t0\n",
                 file);
  say_finding(line);
}

static void leak(job *given, double first_of_y) {
  char line[256];
  sample_answer(given->question, given->answer);
  if (first_of_y != 0) sample_set(given->question, given->answer, SAMPLE_Y, 0, first_of_y);
  (void)snprintf(line, sizeof line,
                 "finding\t%d\tleak\t\t%s\t3\t1\t0\t0\t0\t0\t0\t0\td_z\t-1\t-1\t1\tnever freed"
                 "\t0\t0\t0\t0\t0\t0\t0\t0\t0\n",
                 (int)LENS_LEAK, getenv("FAKE_SOURCE"));
  say_finding(line);
}

static void leak_and_answer(job *given) {
  leak(given, 0);
}

static void leak_and_answer_wrongly(job *given) {
  leak(given, 99);
}

static void find_in_source(job *given) {
  find(given, getenv("FAKE_SOURCE"));
}

static void find_elsewhere(job *given) {
  find(given, "/kit/drive.cu");
}

static void report_broken(job *given) {
  (void)given;
  say("device\tfake\nbroken\tno array z\n");
  _exit(3);
}

static void report_samples(job *given) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\n");
  if (given->question->cold_samples)
    say("stage\ttime\nsample\tcold_us\t20\nsample\thot_us\t10\ncopy\t1000\n");
  say("done\n");
}

static void report_times(job *given, const char *samples) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\n");
  if (given->question->cold_samples) say(samples);
  say("done\n");
}

/* Returns how many times as long everything takes: one and a half times in a worker whose program
 * has this name. */
static double slowness(void) {
  return strstr(program_invocation_short_name, "slow") ? 1.5 : 1;
}

/* Returns element `i` of x after a rotation. */
static float turned_x(const sl_wire_question *question, size_t i, uint32_t turn) {
  const sl_wire_array *x = &question->arrays[SAMPLE_X];
  size_t at = (i + (size_t)sl_wire_turn(x->count, turn)) % (size_t)x->count;
  float element;
  memcpy(&element, (const char *)question + x->question_offset + at * sizeof element,
         sizeof element);
  return element;
}

enum { SOME_TURN = 5 };

/* Changes an answer to the x and y of a launch that got x with one rotation, but computed y from x
 * with the rotation `taken_for`. */
static void turn_x(const sl_wire_question *question, char *answer, uint32_t taken_for) {
  for (size_t i = 0; i < question->arrays[SAMPLE_X].count; i++) {
    double y = sample_get(question, answer, SAMPLE_Y, i) - (double)turned_x(question, i, 0);
    sample_set(question, answer, SAMPLE_Y, i, y + (double)turned_x(question, i, taken_for));
    sample_set(question, answer, SAMPLE_X, i, (double)turned_x(question, i, SOME_TURN));
  }
}

/* Reports a batch. A launch takes 5 ms, and the steps around it 1 ms. A slow program also waits in
 * batches without launches, so that the launches seem to take little time. */
static void say_batch(const char *which, uint32_t launches) {
  const double idle_ms = slowness() > 1 ? 3 : 1;
  char line[64];
  for (int full = 0; full < 2; full++) {
    const char *what = full ? "full" : "empty";
    (void)snprintf(line, sizeof line, "batch\t%s%s-begins\n", which, what);
    say(line);
    rest((long)(launches * (full ? 1 + 5 * slowness() : idle_ms)));
    (void)snprintf(line, sizeof line, "batch\t%s%s-ended\n", which, what);
    say(line);
  }
}

static void report_batches(job *given, uint32_t taken_for, const char *set_aside) {
  const sl_wire_question *question = given->question;
  char line[64];
  sample_answer(question, given->answer);
  if (question->arrays[SAMPLE_X].turns) turn_x(question, given->answer, taken_for);
  say("device\tfake\nstage\tlaunch\nstage\ttime\n");
  for (uint32_t pair = 0; pair < question->pairs; pair++) {
    say_batch("", question->batch);
    say_batch("longer-", 2 * question->batch);
  }
  (void)snprintf(line, sizeof line, "picked\t%d\t%s\n", SOME_TURN, set_aside);
  say(line);
  say("stage\tcollect\ncollected\ndone\n");
}

static void report_batch(job *given) {
  report_batches(given, SOME_TURN, "0");
}

static void report_samples_of(job *given, double us) {
  char line[128];
  (void)snprintf(line, sizeof line,
                 "stage\ttime\nsample\tcold_us\t%g\nsample\thot_us\t%g\ncopy\t1000\n",
                 us * slowness(), us * slowness());
  report_times(given, line);
}

static void time_honestly(job *given) {
  if (given->question->batch) {
    report_batch(given);
  } else {
    report_samples_of(given, 5000);
  }
}

static void time_too_well(job *given) {
  if (given->question->batch) {
    report_batch(given);
  } else {
    report_samples_of(given, 2000);
  }
}

/* Answers every launch with the answer of an earlier launch, which had another x. */
static void remember(job *given) {
  if (given->question->batch) {
    report_batches(given, 0, "0");
  } else {
    report_samples_of(given, 5000);
  }
}

static void set_cache_aside(job *given) {
  if (given->question->batch) {
    report_batches(given, SOME_TURN, "16000000");
  } else {
    report_samples_of(given, 5000);
  }
}

/* Fails as `how` says if it is the student's program, which is slow here. The reference solution
 * does not fail. */
static void fail_if_slow(job *given, behaviour *how) {
  (slowness() > 1 ? how : time_honestly)(given);
}

static void slow_one_has_cuda_error(job *given) {
  fail_if_slow(given, report_cuda_error);
}

static void slow_one_remembers(job *given) {
  fail_if_slow(given, remember);
}

static void report_lost(job *given) {
  (void)given;
  say("device\tfake\nlost\ty\n");
  _exit(3);
}

static void slow_one_is_broken(job *given) {
  fail_if_slow(given, report_broken);
}

static void slow_one_is_right(job *given) {
  (slowness() > 1 ? time_honestly : report_cuda_error)(given);
}

/* Until it ends, the student's program holds a resource that both programs need: a lock on the
 * source. */
static void slow_one_keeps_all(job *given) {
  int needed = open(getenv("FAKE_SOURCE"), O_RDONLY | O_CLOEXEC);
  if (slowness() > 1) {
    (void)flock(needed, LOCK_EX);
    time_honestly(given);
    return;
  }
  bool is_free = flock(needed, LOCK_SH | LOCK_NB) == 0;
  (void)close(needed);
  (is_free ? time_honestly : report_cuda_error)(given);
}

static void answer_batches_wrongly(job *given) {
  if (given->question->batch) {
    answer_wrongly(given);
  } else {
    time_honestly(given);
  }
}

static void report_a_counter(job *given) {
  char line[256];
  sample_answer(given->question, given->answer);
  (void)snprintf(
      line, sizeof line, "counter\t%s\tf.cu\t3\t1\t0\t0\tx\t4\t%llu\t32\t4\t4\t0\t0\t0\t0\t0\n",
      given->question->task, (unsigned long long)given->question->arrays[SAMPLE_X].count);
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\n");
  say(line);
  say("done\n");
}

/* ---- what goes wrong without malice
 * -------------------------------------------------------------- */

static void exit_in_the_middle(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\n");
  _exit(5);
}

static void abort_in_the_middle(job *given) {
  (void)given;
  say("device\tfake\nstage\tprepare\n");
  abort();
}

static void touch_nothing(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\nfault\t11\tx\t8\t8\t0\n");
  (void)signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would exit instead */
  (void)raise(SIGSEGV);
}

static void overrun_own_memory(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\nfault\t11\t" SL_WIRE_OWN_MEMORY "\t12\t8\t0\n");
  (void)signal(SIGSEGV, SIG_DFL);
  (void)raise(SIGSEGV);
}

static void hang(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\n");
  sleep_for_ever();
}

static void spin(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\n");
  for (volatile int for_ever = 1; for_ever;) continue;
}

static double processor_seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Takes thirty nanoseconds of processor time for each pair of rows. */
static void answer_in_quadratic_time(job *given) {
  const double rows = (double)given->question->arrays[SAMPLE_Y].count;
  const double start = processor_seconds();
  while (processor_seconds() - start < 30e-9 * rows * rows) continue;
  answer(given);
}

static void spin_when_large(job *given) {
  (given->question->arrays[SAMPLE_Y].count > 2000 ? spin : answer)(given);
}

/* Simulates a GPU that takes a long time to start. */
static void start_slowly(job *given) {
  rest(1000);
  answer(given);
}

static void start_slowly_and_hang(job *given) {
  rest(1000);
  hang(given);
}

static void hang_deaf(job *given) {
  (void)signal(SIGUSR1, SIG_IGN);
  (void)signal(SIGTERM, SIG_IGN);
  hang(given);
}

static void hang_outside_of_the_group(job *given) {
  (void)setpgid(0, getpgid(getppid()));
  hang_deaf(given);
}

static void stand_still(job *given) {
  (void)given;
  (void)raise(SIGSTOP);
}

/* Answers only when the judge asks which line it is running, which is too late. */
static void answer_too_late(job *given) {
  sigset_t asked;
  int number;
  (void)sigemptyset(&asked);
  (void)sigaddset(&asked, SIGUSR1);
  (void)sigprocmask(SIG_BLOCK, &asked, NULL);
  (void)sigwait(&asked, &number);
  answer(given);
}

static void hang_up(job *given) {
  (void)given;
  (void)close(SL_WIRE_FD);
  sleep_for_ever();
}

static void print_much_and_answer(job *given) {
  char text[4096];
  memset(text, 'p', sizeof text);
  (void)printf("first\033[2Kline\377\303 \302\233 ö\n");
  (void)fflush(stdout);
  for (int i = 0; i < 512; i++) {
    if (write(STDOUT_FILENO, text, sizeof text) != sizeof text) _exit(9);
  }
  answer(given);
}

static void close_output_and_answer(job *given) {
  (void)close(STDOUT_FILENO);
  (void)close(STDERR_FILENO);
  rest(100);
  answer(given);
}

/* ---- malice -----------------------------------------------------------------------------------
 */

static void *print_on(void *text) {
  while (write(STDOUT_FILENO, text, 65536) > 0) continue;
  return NULL;
}

/* Several threads print, so that the judge never finds its pipe empty. */
static void print_for_ever(job *given) {
  (void)given;
  static char text[65536];
  pthread_t thread;
  memset(text, 'p', sizeof text);
  (void)signal(SIGUSR1, SIG_IGN);
  for (int i = 0; i < 3; i++) (void)pthread_create(&thread, NULL, print_on, text);
  (void)print_on(text);
}

static void babble(size_t bytes, char with) {
  static char text[65536];
  memset(text, with, sizeof text);
  for (size_t said = 0; said < bytes; said += sizeof text) say_bytes(text, sizeof text);
}

static void babble_and_answer(job *given) {
  babble((size_t)4 << 20, 'b');
  say_plainly("\n");
  answer(given);
}

static void babble_for_ever(job *given) {
  (void)given;
  (void)signal(SIGUSR1, SIG_IGN);
  for (;;) babble((size_t)1 << 20, 'b');
}

/* Takes a fifth of a second of processor time, then answers. */
static void work_and_answer(job *given) {
  while (clock() < CLOCKS_PER_SEC / 5) continue;
  answer(given);
}

static void say_done_and_nothing_else(job *given) {
  (void)given;
  say("done\n");
}

static void claim_to_have_answered(job *given) {
  (void)given;
  report_done();
}

static void answer_behind_done(job *given) {
  report_done();
  rest(30000); /* the judge checks long before, and ends this process */
  sample_answer(given->question, given->answer);
}

static void answer_and_speak_on(job *given) {
  sample_answer(given->question, given->answer);
  char end[128];
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\n");
  int length = snprintf(end, sizeof end, "%.*s\tdone\n%.*s\tdone\n", (int)sizeof nonce, nonce,
                        (int)sizeof nonce, nonce);
  say_bytes(end, (size_t)length); /* all bytes at once */
}

static void answer_and_speak_later(job *given) {
  answer(given);
  rest(20);
  say("collected\ndone\n");
}

static void answer_and_die(job *given) {
  answer(given);
  rest(20);
  _exit(0);
}

/* Behaves like code that has found the descriptor, but does not know the nonce. */
static void forge(job *given) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\n");
  say_plainly("stage\tcollect\ncollected\ndone\n");
}

static void collect_twice(job *given) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\nstage\tcollect\ncollected\ncollected\ndone\n");
}

static void end_early(job *given) {
  sample_answer(given->question, given->answer);
  say("device\tfake\nstage\tlaunch\ncollected\ndone\n");
}

static void repeat_earlier_nonce(job *given) {
  static char first[sizeof nonce];
  static bool known;
  if (!known) memcpy(first, nonce, sizeof nonce);
  memcpy(nonce, first, sizeof nonce);
  known = true;
  answer(given);
}

/* Tries to change the question and the size of the answer. Both files are sealed, so neither can
 * change. */
static void attack_the_files(job *given) {
  char link[64], byte = 0;
  if (ftruncate(given->files[1], 0) == 0 || ftruncate(given->files[1], 1 << 30) == 0) _exit(9);
  if (ftruncate(given->files[0], 0) == 0 || write(given->files[0], &byte, 1) == 1) _exit(9);
  void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, given->files[0], 0);
  if (map != MAP_FAILED) _exit(9);
  (void)snprintf(link, sizeof link, "/proc/self/fd/%d", given->files[0]);
  int again = open(link, O_RDWR);
  if (again >= 0 && write(again, &byte, 1) == 1) _exit(9);
  (void)unlink(link);
  (void)fallocate(given->files[1], FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                  (off_t)given->answer_size);
  answer(given);
}

/* Nothing that belongs to the judge must be reachable from here. */
static void look_around(job *given) {
  DIR *listing = opendir("/proc/self/fd");
  if (!listing || getpgrp() != getpid()) _exit(9);
  for (struct dirent *entry; (entry = readdir(listing));) {
    int file = atoi(entry->d_name);
    bool known = file <= SL_WIRE_FD || file == dirfd(listing) || file == given->files[0] ||
                 file == given->files[1];
    if (!known) _exit(9);
  }
  (void)closedir(listing);
  char byte;
  if (read(STDIN_FILENO, &byte, 1) != 0) _exit(9);
  answer(given);
}

/* Leaves a grandchild, which keeps both connections to the judge open, and exits. */
static void leave_a_grandchild_and_exit(job *given) {
  (void)given;
  say("device\tfake\nstage\tlaunch\n");
  if (fork() == 0) sleep_for_ever();
  _exit(0);
}

static void leave_a_grandchild_and_answer(job *given) {
  if (fork() == 0) sleep_for_ever();
  answer(given);
}

static void *scribble(void *context) {
  const job *given = context;
  size_t end =
      given->question->arrays[SAMPLE_X].answer_offset + sample_bytes(given->question, SAMPLE_X);
  volatile char *last = given->answer + end - 1;
  for (;;) *last = (char)(*last ^ 1);
  return NULL;
}

static void answer_and_scribble(job *given) {
  static job target; /* outlives this job */
  target = *given;
  pthread_t thread;
  sample_answer(given->question, given->answer);
  if (pthread_create(&thread, NULL, scribble, &target) != 0) _exit(9);
  report_done();
}

static const struct {
  const char *name;
  behaviour *with;
} behaviours[] = {
    {"answer", answer},
    {"leave-untouched", leave_untouched},
    {"answer-wrongly", answer_wrongly},
    {"answer-wrongly-once", answer_wrongly_once},
    {"answer-wrongly-later", answer_wrongly_later},
    {"first-spoils-second", first_spoils_second},
    {"cuda-error", report_cuda_error},
    {"finding", find_in_source},
    {"finding-elsewhere", find_elsewhere},
    {"leak", leak_and_answer},
    {"leak-and-wrong", leak_and_answer_wrongly},
    {"broken", report_broken},
    {"lost", report_lost},
    {"samples", report_samples},
    {"batches", time_honestly},
    {"batches-too-well", time_too_well},
    {"batches-wrong", answer_batches_wrongly},
    {"batches-remembered", remember},
    {"batches-set-aside", set_cache_aside},
    {"batches-slow-one-fails", slow_one_has_cuda_error},
    {"batches-slow-one-remembers", slow_one_remembers},
    {"batches-slow-one-broken", slow_one_is_broken},
    {"batches-slow-one-only", slow_one_is_right},
    {"batches-slow-one-keeps", slow_one_keeps_all},
    {"counter", report_a_counter},
    {"exit-in-the-middle", exit_in_the_middle},
    {"abort", abort_in_the_middle},
    {"segfault", touch_nothing},
    {"overrun", overrun_own_memory},
    {"hang", hang},
    {"spin", spin},
    {"spin-when-large", spin_when_large},
    {"quadratic-time", answer_in_quadratic_time},
    {"start-slowly", start_slowly},
    {"start-slowly-and-hang", start_slowly_and_hang},
    {"hang-deaf", hang_deaf},
    {"hang-outside", hang_outside_of_the_group},
    {"stop", stand_still},
    {"too-late", answer_too_late},
    {"hang-up", hang_up},
    {"print-and-answer", print_much_and_answer},
    {"close-output", close_output_and_answer},
    {"print-for-ever", print_for_ever},
    {"babble-and-answer", babble_and_answer},
    {"babble-for-ever", babble_for_ever},
    {"work-and-answer", work_and_answer},
    {"done-only", say_done_and_nothing_else},
    {"claim", claim_to_have_answered},
    {"answer-behind-done", answer_behind_done},
    {"speak-on", answer_and_speak_on},
    {"speak-later", answer_and_speak_later},
    {"die-later", answer_and_die},
    {"forge", forge},
    {"collect-twice", collect_twice},
    {"end-early", end_early},
    {"earlier-nonce", repeat_earlier_nonce},
    {"attack-files", attack_the_files},
    {"look-around", look_around},
    {"grandchild-exit", leave_a_grandchild_and_exit},
    {"grandchild-answer", leave_a_grandchild_and_answer},
    {"scribble", answer_and_scribble},
};

static behaviour *find_behaviour(const char *name) {
  for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
    if (strcmp(behaviours[i].name, name) == 0) return behaviours[i].with;
  }
  _exit(8);
}

int main(void) {
  const char *name = getenv("FAKE_WORKER");
  if (!name) name = getenv("CUDA_VISIBLE_DEVICES"); /* the only variable that a sandbox passes on */
  if (!name || strcmp(name, "exit-at-once") == 0) return 0;
  if (strcmp(name, "never-read") == 0) {
    (void)signal(SIGUSR1, SIG_IGN);
    sleep_for_ever();
  }
  if (strcmp(name, "speak-first") == 0)
    hang_deaf(NULL); /* before the first job, so it has no nonce */
  behaviour *with = find_behaviour(name);
  for (job given; receive(&given);) {
    with(&given);
    (void)close(given.files[0]);
    (void)close(given.files[1]);
  }
  return 0;
}
