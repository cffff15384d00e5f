/* exit.c: writes a report when the program ends, also if it crashes, is interrupted, or reaches its
 * deadline.
 *
 * The interrupted code may be anywhere, even in the middle of malloc. So the handler only wakes a
 * thread, which stops the running launch, writes the report and ends the program. */
#define _GNU_SOURCE
#include "exit.h"

#include "lens/lens.h"
#include "lens/words.h"
#include "log.h"
#include "protect.h"
#include "stop.h"
#include "timeline.h"
#include "work.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  PATIENCE_SECONDS = 30,
  STACK_BYTES = 1 << 18,
  STATUS_AT_DEADLINE = 124, /* the same as timeout(1) uses */
  FIRST_NOTE_SECONDS = 5,
};
#define LONGEST_DEADLINE 1e9
#define SAME_SECONDS     0.3 /* timeout(1) sends two signals: within this time, they count as one */

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static const int stopping[] = {SIGTERM, SIGINT, SIGHUP};

static bool wanted;
static bool taken;  /* atomic: some thread is writing the report */
static pid_t owner; /* a forked child writes no report */
static double started;
static double deadline;   /* seconds; 0: none */
static char partial[300]; /* why the report does not cover the whole run; "": it does */

static double seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- the report ----------------------------------------------------------------------------- */

static void put_line(const char *text, void *file) {
  (void)fprintf(file, "%s\n", text);
}

static void write_file(const char *path, bool done) {
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    return;
  }
  if (partial[0]) (void)fprintf(file, "partial\t%s\n", partial);
  lens_write_lines(put_line, file);
  if (done) (void)fputs("done\n", file);
  (void)fclose(file);
}

static void tell(const lens_finding *f) {
  char element[200], thread[96], more[48] = "", place[300] = "";
  lens_say_element(f->array, f->index, f->length, element, sizeof element);
  lens_say_thread((int)f->kind, f->kernel, f->block, f->thread, thread, sizeof thread);
  if (f->count > 1) (void)snprintf(more, sizeof more, "; %llu times in all", f->count);
  if (f->line) (void)snprintf(place, sizeof place, "%s:%d: ", f->file, f->line);
  (void)fprintf(stderr, "lens: %s%s%s%s%s%s%s\n", place, lens_finding_name(f->kind), element,
                thread, f->detail[0] ? ": " : "", f->detail, more);
}

static void tell_all(void) {
  size_t count = lens_the_log.sightings.count; /* if 0, lines need not be looked up */
  if (partial[0]) {
    (void)fprintf(stderr, "lens: %s; %s\n", partial,
                  count ? "findings up to that point:" : "no findings up to that point");
  }
  for (size_t i = 0; count > 0 && i < lens_num_findings(); i++) tell(lens_get_finding(i));
}

static const char *report_path(void) {
  const char *path = getenv("LENS_REPORT");
  return path && *path ? path : NULL;
}

/* Whether the calling thread is the one that writes the report. */
static bool take(void) {
  return lens_exit_reports() && !__atomic_exchange_n(&taken, true, __ATOMIC_SEQ_CST);
}

/* Notes that memory was short. The report is made first, because making it may also run out of
 * memory. */
static void note_shortage(void) {
  if (lens_the_log.sightings.count || report_path()) (void)lens_num_findings();
  const char *shortage = lens_shortage();
  if (!shortage || partial[0]) return;
  (void)snprintf(partial, sizeof partial, "%s: some findings are lost", shortage);
}

static void report(void) {
  const char *path = report_path();
  note_shortage();
  if (path) {
    write_file(path, true);
  } else {
    tell_all();
  }
}

/* ---- reports during the run ----------------------------------------------------------------- */

/* Looking up lines takes a while, so each report during the run waits until the time has
 * doubled. */
void lens_exit_note(void) {
  static double next = FIRST_NOTE_SECONDS; /* usually only one launch at a time gets here */
  double now = seconds() - started;
  const char *path = report_path();
  if (!path || !wanted || now < next || getpid() != owner) return;
  struct stat file;
  if (stat(path, &file) == 0 && !S_ISREG(file.st_mode)) return;
  char beside[4096];
  if (snprintf(beside, sizeof beside, "%s.part", path) >= (int)sizeof beside) return;
  lens_memory_freeze(); /* no launch may run meanwhile */
  next = 2 * now;
  (void)snprintf(partial, sizeof partial,
                 "ended too suddenly for a complete report: findings of its first %.0f s", now);
  write_file(beside, false);
  if (rename(beside, path) != 0) (void)unlink(beside);
  partial[0] = '\0';
  lens_memory_thaw();
}

/* ---- ending early --------------------------------------------------------------------------- */

static sem_t news;
static int asked; /* atomic: the first signal; 0: none */
static double asked_at;
static bool watching;

static void usual_action(int number) {
  sigset_t set;
  (void)signal(number, SIG_DFL);
  (void)sigemptyset(&set);
  (void)sigaddset(&set, number);
  (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  (void)raise(number);
}

static const char *name_of(int number) {
  return number == SIGINT ? "Ctrl-C" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
}

static void describe(int number) {
  char why[64], progress[200];
  double passed = seconds() - started;
  if (number) {
    (void)snprintf(why, sizeof why, "%s after %.1f s", name_of(number), passed);
  } else {
    (void)snprintf(why, sizeof why, "its deadline of %g s", deadline);
  }
  lens_stop_launches(progress, sizeof progress);
  (void)snprintf(partial, sizeof partial, "stopped by %s, %s", why, progress);
}

/* Saves what the program printed, unless another thread is using the stream at this moment. */
static void flush_output(void) {
  if (ftrylockfile(stdout) != 0) return;
  (void)fflush(stdout);
  funlockfile(stdout);
}

static void end_early(int number) {
  (void)signal(SIGALRM, SIG_DFL);
  (void)alarm(PATIENCE_SECONDS);
  if (take()) {
    describe(number);
    flush_output();
    report();
    if (number == 0) _exit(STATUS_AT_DEADLINE);
    usual_action(number);
  }
}

static void *keep_watch(void *unused) {
  double end = started + deadline;
  struct timespec until = {(time_t)end, (long)((end - (double)(time_t)end) * 1e9)};
  int got;
  do {
    got = deadline > 0 ? sem_clockwait(&news, CLOCK_MONOTONIC, &until) : sem_wait(&news);
  } while (got != 0 && errno == EINTR);
  end_early(__atomic_load_n(&asked, __ATOMIC_SEQ_CST));
  return unused;
}

static void begin_watch(void) {
  if (!wanted || getpid() != owner || sem_init(&news, 0, 0) != 0) return;
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before); /* the program's signals are for its threads */
  pthread_t thread;
  watching = pthread_create(&thread, NULL, keep_watch, NULL) == 0;
  if (watching) (void)pthread_detach(thread);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void lens_exit_watch(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, begin_watch);
}

/* ---- signals -------------------------------------------------------------------------------- */

/* Reports what was seen and ends the program. Some of the functions called here must not be called
 * in a handler. But this is the last thing that the program does, and the alarm ends the program if
 * it hangs. */
static void crash(int number) {
  (void)signal(SIGALRM, SIG_DFL);
  (void)alarm(PATIENCE_SECONDS);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) (void)signal(fatal[i], SIG_DFL);
  if (take()) {
    (void)snprintf(partial, sizeof partial, "ended by signal %d after %.1f s", number,
                   seconds() - started);
    lens_launch_rescue_prints();
    flush_output();
    report();
  }
  (void)raise(number);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  bool fault = number == SIGSEGV && info->si_code > 0;
  if (fault && lens_host_touched(info->si_addr, context)) return;
  crash(number);
}

/* The first signal wakes the watching thread; a later one ends the program at once. */
static void on_stop(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int error = errno, none = 0;
  double now = seconds();
  if (getpid() != owner || !wanted || !watching) {
    crash(number);
  } else if (__atomic_compare_exchange_n(&asked, &none, number, false, __ATOMIC_SEQ_CST,
                                         __ATOMIC_SEQ_CST)) {
    asked_at = now;
    (void)sem_post(&news);
  } else if (now - asked_at > SAME_SECONDS) {
    usual_action(number);
  }
  errno = error;
}

/* Sets the handler of a signal, except if the signal already has a handler or is ignored. */
static void take_signal(int number, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler != SIG_DFL) return;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  (void)sigaction(number, &action, NULL);
}

static void catch_signals(void) {
  static char stack[STACK_BYTES];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  (void)sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) take_signal(fatal[i], on_crash);
  for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) take_signal(stopping[i], on_stop);
}

/* ---- set-up --------------------------------------------------------------------------------- */

void lens_report_at_exit(bool yes) {
  wanted = yes;
}

bool lens_exit_reports(void) {
  return wanted && getpid() == owner;
}

void lens_exit_link(void) {}

static int exit_status;

int lens_exit_status(void) {
  return exit_status;
}

static void note_status(int status, void *unused) {
  (void)unused;
  exit_status = status;
}

__attribute__((constructor)) static void begin(void) {
  const char *limit = getenv("LENS_DEADLINE");
  wanted = true;
  owner = getpid();
  started = seconds();
  deadline = limit ? strtod(limit, NULL) : 0;
  if (!(deadline > 0 && deadline < LONGEST_DEADLINE)) deadline = 0;
  catch_signals();
  (void)on_exit(note_status, NULL);
  if (deadline > 0) lens_exit_watch();
}

/* Runs after the destructors of static objects, because they may still free device memory. */
__attribute__((destructor)) static void end(void) {
  if (!wanted || getpid() != owner) return;
  while (!take()) (void)pause(); /* another thread reports and ends the program */
  lens_finish();
  lens_timeline_find_lost_prints();
  report();
}
