/* explain.c: decides a case and says why, the strongest evidence first. A case passes only if its
 * answer is clearly right. */
#define _GNU_SOURCE
#include "judge/explain.h"

#include "base/path.h"
#include "judge/findings.h"

#include "lens/lens.h"
#include "lens/words.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(sl_case_result *out, sl_verdict verdict, const char *format, ...) SL_PRINTF(3, 4);

static void say(sl_case_result *out, sl_verdict verdict, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(out->what, sizeof out->what, format, arguments);
  va_end(arguments);
  out->verdict = verdict;
}

static const char *where_it_was(const char *stage) {
  return strcmp(stage, "launch") == 0    ? "in your function"
         : strcmp(stage, "prepare") == 0 ? "in your conversion"
                                         : "outside of your functions";
}

/* Writes, for a fault in or beside an array, for example "row_ptr[6]: row_ptr has 6 elements". */
static void name_element(const sl_reply *reply, char *text, size_t size) {
  if (!reply->fault_array[0]) {
    (void)snprintf(text, size, "an address outside of all host arrays");
  } else if (strcmp(reply->fault_array, SL_WIRE_OWN_MEMORY) == 0) {
    (void)snprintf(text, size, "byte %lld of memory that your code allocated, which has %lld",
                   reply->fault_index, reply->fault_count);
  } else if (reply->fault_index >= 0 && reply->fault_index < reply->fault_count) {
    (void)snprintf(text, size, "%s[%lld], which is an input and must not be written",
                   reply->fault_array, reply->fault_index);
  } else {
    (void)snprintf(text, size, "%s[%lld], but %s has %lld elements", reply->fault_array,
                   reply->fault_index, reply->fault_array, reply->fault_count);
  }
}

/* Returns the line of a crash or a loop, from the call stack that the worker's handler recorded. */
static int line_of_fault(const sl_reply *reply, const sl_source *source, const char *program) {
  return sl_source_line_of_frames(source, program, reply->frames, reply->num_frames);
}

/* Whether the line calls a kernel without <<<…>>>. Such a kernel runs on the host, as an ordinary
 * function. */
static bool calls_kernel(const sl_reply *reply, const sl_source *source, int line) {
  return !reply->fault_array[0] && line && sl_source_holds(source, line, "kernel(");
}

static bool explain_crash(const sl_attempt *attempt, const sl_source *source, const char *program,
                          sl_case_result *out) {
  const sl_ending *ending = &attempt->ending;
  const sl_reply *reply = &attempt->reply;
  if (ending->out_of_memory) {
    out->out_of_memory = true;
    say(out, SL_CRASHED, "the program was stopped %s, because it used more memory than allowed",
        where_it_was(reply->stage));
    return true;
  }
  if (!ending->exited || !ending->signal) return false;
  if (reply->fault_signal) out->line = line_of_fault(reply, source, program);
  char element[160];
  name_element(reply, element, sizeof element);
  bool memory = ending->signal == SIGSEGV || ending->signal == SIGBUS;
  if (memory && calls_kernel(reply, source, out->line)) {
    say(out, SL_CRASHED,
        "the kernel is called like a function: launch it with <<<blocks, threads>>> in front of "
        "its arguments");
    return true;
  }
  say(out, SL_CRASHED, "the program crashed %s: %s (SIG%s)%s%s", where_it_was(reply->stage),
      strsignal(ending->signal), sigabbrev_np(ending->signal), memory ? ", at " : "",
      memory ? element : "");
  return true;
}

static bool explain_timeout(const sl_attempt *attempt, const sl_source *source, const char *program,
                            sl_case_result *out) {
  if (!attempt->ending.timed_out) return false;
  const sl_job_options *job = attempt->options;
  bool began = attempt->reply.stage[0] || job->ready_seconds <= 0;
  out->line = line_of_fault(&attempt->reply, source, program);
  if (attempt->ending.spent) {
    double seconds = began ? sl_job_processor_seconds(job) : job->ready_seconds;
    bool recursed = sl_attempt_evidence(attempt).recursed;
    say(out, SL_TIMED_OUT,
        "no answer after %g s of computing, %s: is it a %s? No further case is tried.",
        seconds > 3 ? floor(seconds) : seconds, where_it_was(attempt->reply.stage),
        recursed ? "function that calls itself endlessly" : "loop that never ends");
  } else {
    say(out, SL_TIMED_OUT,
        "no answer, %s: for %g s the program has only waited, and computed nothing: does it wait "
        "for something that never comes? No further case is tried.",
        where_it_was(attempt->reply.stage), began ? job->deadline_seconds : job->ready_seconds);
  }
  return true;
}

static bool explain_unruly(const sl_attempt *attempt, sl_case_result *out) {
  const char *what = attempt->reply.unruly;
  if (!what[0]) return false;
  say(out, SL_NO_ANSWER,
      "the program's report to the kit is damaged (%s): does your code write to files that it "
      "did not open?",
      what);
  return true;
}

static bool explain_silence(const sl_attempt *attempt, sl_case_result *out) {
  const sl_ending *ending = &attempt->ending;
  const sl_reply *reply = &attempt->reply;
  bool never_began = ending->exit_code == 126 || ending->exit_code == 127;
  if (reply->lost[0]) {
    say(out, SL_FAULTY,
        "the array %s was freed: does your code free memory that it did not allocate?",
        reply->lost);
  } else if (reply->broken[0]) {
    say(out, SL_BROKEN, "the kit could not run this case: %s", reply->broken);
  } else if (!ending->exited && reply->done) {
    return false;
  } else if (never_began && !reply->device[0]) {
    say(out, SL_BROKEN, "the module could not be started");
  } else if (!ending->exited) {
    say(out, SL_NO_ANSWER,
        "the program closed its connection to the judge before it answered: does your code close "
        "files that it did not open?");
  } else {
    say(out, SL_NO_ANSWER,
        "the program ended with exit status %d before it answered: does your code call exit?",
        ending->exit_code);
  }
  return true;
}

void sl_explain_finding(const sl_finding *f, char *out, size_t size) {
  char element[200], thread[96], more[48] = "";
  lens_say_element(f->array, f->index, f->length, element, sizeof element);
  lens_say_thread(f->kind, f->kernel, f->block, f->thread, thread, sizeof thread);
  if (f->count > 1)
    (void)snprintf(more, sizeof more, "; %llu times in all", (unsigned long long)f->count);
  (void)snprintf(out, size, "%s%s%s%s%s%s", f->name, element, thread, f->detail[0] ? ": " : "",
                 f->detail, more);
}

static bool any_is(const sl_lens_report *seen, int kind) {
  bool any = false;
  for (size_t i = 0; i < seen->num_findings; i++) any = any || seen->findings[i].kind == kind;
  return any;
}

/* Explains the finding to show. Usually it is the first, because the lens puts a hang after its
 * possible causes. */
static bool explain_finding(const sl_attempt *attempt, const sl_source *source,
                            sl_case_result *out) {
  if (attempt->reply.seen.num_findings == 0) return false;
  const sl_finding *f = sl_finding_to_show(&attempt->reply.seen);
  char text[sizeof out->what];
  sl_explain_finding(f, text, sizeof text);
  bool in_source = strcmp(sl_base_name(f->file), sl_base_name(source->path)) == 0;
  out->line = in_source ? f->line : 0;
  out->other_barrier = in_source && f->reason == LENS_OTHER_BARRIER ? f->other.line : 0;
  out->hangs = f->kind == LENS_HANG;
  const sl_lens_report *seen = &attempt->reply.seen;
  out->by_compiler = any_is(seen, LENS_OUT_OF_BOUNDS_INDEX) || any_is(seen, LENS_SHIFT_TOO_FAR);
  out->foreign_store = any_is(seen, LENS_FOREIGN_STORE);
  say(out, SL_FAULTY, "%s", text);
  return true;
}

static bool explain_memory(const sl_attempt *attempt, sl_case_result *out) {
  const sl_difference *d = &attempt->difference;
  if (d->damaged) {
    say(out, SL_OUT_OF_BOUNDS,
        "your code wrote outside of %s: %zu words after its end and %zu before its start; %s has "
        "%zu elements",
        d->damaged->name, d->past_end, d->before_start, d->damaged->name, d->damaged->count);
    return true;
  }
  if (d->changed_input) {
    say(out, SL_OUT_OF_BOUNDS, "your code changed the input %s, first at %s[%zu]",
        d->changed_input->name, d->changed_input->name, d->changed_at);
    return true;
  }
  return false;
}

enum { FEW_DIGITS = 9, ALL_DIGITS = 17 };

/* Writes integers in full, because all digits of an index matter. */
static void name_number(enum sl_wire_type type, double number, int digits, char *text,
                        size_t size) {
  if (isnan(number)) {
    (void)snprintf(text, size, "nan"); /* a NaN of either sign */
  } else if (type == SL_INT) {
    (void)snprintf(text, size, "%.0f", number);
  } else {
    (void)snprintf(text, size, "%.*g", digits, number);
  }
}

/* Writes enough digits that different numbers look different. */
static void name_numbers(const sl_difference *d, char *got, char *expected, size_t size) {
  for (int digits = FEW_DIGITS; digits <= ALL_DIGITS; digits++) {
    name_number(d->wrong->type, d->got, digits, got, size);
    name_number(d->wrong->type, d->expected, digits, expected, size);
    if (strcmp(got, expected) != 0) return;
  }
}

/* Describes values, not writes: adding 0 also leaves a value unchanged. */
static void say_untouched(const sl_difference *d, char *text, size_t size) {
  text[0] = '\0';
  if (d->untouched < d->wrong_count) return;
  (void)snprintf(text, size, "; %s the value that %s had before %s",
                 d->wrong->count == 1                ? "it has"
                 : d->wrong_count == d->wrong->count ? "all of them have"
                                                     : "each of these has",
                 d->wrong_count == d->wrong->count && d->wrong->count > 1 ? "they" : "it",
                 d->wrong->place == SL_HOST ? "your function was called" : "the launch");
}

/* Writes "4 of 9 rows are wrong, the first: ", or nothing if the answer has only one element. */
static void count_wrong(const sl_problem *problem, const sl_difference *d, char *text,
                        size_t size) {
  text[0] = '\0';
  if (d->wrong->count == 1) return;
  (void)snprintf(text, size, "%zu of %zu %s %s wrong, the first: ", d->wrong_count, d->wrong->count,
                 d->wrong->is_returned ? "calls" : problem->elements,
                 d->wrong_count == 1 ? "is" : "are");
}

/* Describes the first wrong element in terms that the student knows, because the array may be one
 * of the judge's own. */
static void explain_in_own_words(const sl_problem *problem, const sl_difference *d,
                                 sl_case_result *out) {
  char count[96], element[96], got[40], expected[40], text[160];
  count_wrong(problem, d, count, sizeof count);
  name_numbers(d, got, expected, sizeof got);
  if (problem->say_answer) {
    problem->say_answer(problem, d->wrong_at, d->got, text, sizeof text);
    say(out, SL_WRONG, "%s%s", count, text);
    return;
  }
  if (problem->say_element) {
    problem->say_element(problem, d->wrong_at, element, sizeof element);
  } else {
    (void)snprintf(element, sizeof element, "%s", d->wrong->name);
    (void)snprintf(out->function, sizeof out->function, "%s", element);
  }
  say(out, SL_WRONG, "%s%s returned %s instead of %s", count, element, got, expected);
}

static bool explain_difference(const sl_attempt *attempt, sl_case_result *out) {
  const sl_difference *d = &attempt->difference;
  const sl_problem *problem = attempt->problem;
  if (!d->wrong) return false;
  if (d->report[0]) {
    if (d->wrong->is_returned) {
      (void)snprintf(out->function, sizeof out->function, "%s", d->wrong->name);
    }
    say(out, SL_WRONG, "%s", d->report);
    return true;
  }
  if (d->wrong->is_returned || problem->say_answer) {
    explain_in_own_words(problem, d, out);
    return true;
  }
  const char *name = d->wrong->name;
  char got[40], expected[40], untouched[96];
  name_numbers(d, got, expected, sizeof got);
  say_untouched(d, untouched, sizeof untouched);
  char first[160];
  (void)snprintf(first, sizeof first, "%.60s[%zu] = %s instead of %s", name, d->wrong_at, got,
                 expected);
  const char *with = problem->given[0] ? ", with " : "";
  if (d->wrong->count == 1) {
    say(out, SL_WRONG, "the only element of %s is wrong: %s%s%s%s", name, first, untouched, with,
        problem->given);
  } else {
    say(out, SL_WRONG, "%zu of %zu elements of %s %s wrong, the first is %s%s%s%s", d->wrong_count,
        d->wrong->count, name, d->wrong_count == 1 ? "is" : "are", first, untouched, with,
        problem->given);
  }
  return true;
}

static bool explain_account(const sl_attempt *attempt, const sl_source *source,
                            sl_case_result *out) {
  const sl_account *account = &attempt->account;
  if (!sl_account_is_bad(account)) return false;
  bool in_source = strcmp(sl_base_name(account->file), sl_base_name(source->path)) == 0;
  out->line = in_source ? account->line : 0;
  sl_account_text(account, out->what, sizeof out->what);
  out->verdict = SL_FAULTY;
  out->elsewhere = true;
  return true;
}

void sl_explain(const sl_attempt *attempt, const sl_source *source, const char *program,
                sl_case_result *out) {
  const sl_reply *reply = &attempt->reply;
  out->what[0] = '\0';
  out->line = out->other_barrier = 0;
  out->elsewhere = out->hangs = out->by_compiler = out->foreign_store = out->out_of_memory = false;
  out->function[0] = '\0';
  if (explain_crash(attempt, source, program, out) ||
      explain_timeout(attempt, source, program, out) || explain_unruly(attempt, out) ||
      explain_silence(attempt, out) || explain_finding(attempt, source, out)) {
    return;
  }
  if (reply->cuda_error) {
    say(out, SL_CUDA_ERROR, "CUDA reports %s: %s", reply->cuda_name, reply->cuda_text);
    return;
  }
  if (!reply->collected) {
    say(out, SL_NO_ANSWER, "no answer came back");
    return;
  }
  if (explain_memory(attempt, out) || explain_difference(attempt, out) ||
      explain_account(attempt, source, out)) {
    return;
  }
  out->verdict = SL_PASSED;
}

void sl_explain_inspect(const sl_attempt *attempt, sl_case_result *out) {
  const sl_task *task = attempt->task;
  if (out->verdict != SL_PASSED || !task->inspect || attempt->reply.seen.num_counters == 0) return;
  sl_evidence evidence = sl_attempt_evidence(attempt);
  const char *wrong = task->inspect(&evidence);
  if (wrong) say(out, SL_FAULTY, "%s", wrong);
}
