/* exit.c: leaves a report when the program ends, also when it crashes. */
#define _GNU_SOURCE
#include "exit.h"

#include "lens/lens.h"
#include "lens/words.h"
#include "log.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 20, STACK_BYTES = 1 << 18 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT, SIGHUP};
static bool wanted;
static pid_t owner; /* a forked child has nothing of its own to report */

static void put_line(const char *text, void *file) {
  (void)fprintf(file, "%s\n", text);
}

static void write_file(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    return;
  }
  lens_write_lines(put_line, file);
  (void)fputs("done\n", file);
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

static void report(void) {
  if (!wanted || getpid() != owner) return;
  wanted = false;
  const char *path = getenv("LENS_REPORT");
  if (path && *path) {
    write_file(path);
  } else if (lens_the_log.sightings.count > 0) { /* else there is no need to look up lines */
    for (size_t i = 0; i < lens_num_findings(); i++) tell(lens_get_finding(i));
  }
}

/* Not all that is called here may be called in a handler. It is the last thing the program does; if
 * it hangs, the alarm ends it. */
static void on_signal(int number) {
  (void)signal(SIGALRM, SIG_DFL);
  (void)alarm(PATIENCE_SECONDS);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) (void)signal(fatal[i], SIG_DFL);
  report();
  (void)raise(number);
}

/* Signals that somebody else has taken, or that are ignored, stay so. */
static void catch_signals(void) {
  static char stack[STACK_BYTES];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  (void)sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    struct sigaction action;
    if (sigaction(fatal[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    (void)sigaction(fatal[i], &action, NULL);
  }
}

void lens_report_at_exit(bool yes) {
  wanted = yes;
}

void lens_exit_link(void) {}

__attribute__((constructor)) static void begin(void) {
  wanted = true;
  owner = getpid();
  catch_signals();
}

/* Behind the destructors of static objects, which may still free device memory. */
__attribute__((destructor)) static void end(void) {
  if (wanted && getpid() == owner) lens_finish();
  report();
}
