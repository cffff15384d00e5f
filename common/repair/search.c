/* search.c: tries the repairs in batches and chooses among those that pass. */
#define _GNU_SOURCE
#include "repair/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/process.h"
#include "judge/module.h"
#include "judge/source.h"
#include "repair/candidates.h"
#include "repair/choose.h"
#include "repair/defect.h"
#include "repair/trial.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  MAX_SEARCHERS = 4,
  MIN_BATCH = 8,
  FIRST_BATCH = 64,
  MAX_BATCH = 192,
  LOG_BYTES = 1 << 20,
  PATH_BYTES = 512
};

/* Desired time to compile a batch: much more than the headers take, but much less than the time for
 * the whole search. Earlier batches show how long a function takes. */
static const double batch_us = 2.5e6;

static const double default_seconds = 8, grace_us = 0.2e6;

/* Memory shared by the searchers. Each searcher is a separate process. If they were threads, a
 * process that one of them starts could inherit a file that another has mapped and is about to
 * seal. */
typedef struct shared {
  atomic_size_t next;   /* the first edit that no searcher has taken yet */
  atomic_int best_tier; /* the best tier of a repair that has passed */
  atomic_bool late;     /* the time is up */
  atomic_bool spent;    /* the limit on the number of edits is reached */
  struct {
    sl_status status; /* the first failure of the search */
    char message[512];
  } searchers[MAX_SEARCHERS];
  unsigned char outcomes[]; /* the sl_outcome of each edit */
} shared;

typedef struct search_state {
  const sl_lab *lab;
  const sl_search_options *options;
  char headers[PATH_BYTES]; /* the folder of the student's file */
  sl_source source;
  sl_tokens tokens;
  sl_functions functions;
  sl_edits edits;
  sl_trial trial;
  double start_us, end_us;
  size_t most;     /* number of edits that may be tried */
  bool only_wrong; /* every failure is a wrong answer */
  bool checked;    /* only the compiler's checks show the failure */
  shared *shared;
  size_t shared_bytes;
} search_state;

/* The state of one searcher. */
typedef struct bench {
  search_state *s;
  char source[PATH_BYTES], program[PATH_BYTES];
  char *log;
  sl_child child;
  size_t batch; /* number of edits per batch */
} bench;

/* ---- a batch --------------------------------------------------------------------------------- */

/* Writes edits `first` to `first + count − 1`, except those that were refused. */
static sl_status write_batch(bench *b, size_t first, size_t count, unsigned *numbers) {
  search_state *s = b->s;
  const sl_edit *chosen[MAX_BATCH];
  size_t num_chosen = 0;
  for (size_t i = first; i < first + count; i++) {
    numbers[i - first] = 0;
    if (s->shared->outcomes[i] == SL_REFUSED) continue;
    chosen[num_chosen++] = &s->edits.all[i];
    numbers[i - first] = (unsigned)num_chosen;
  }
  FILE *file = fopen(b->source, "w");
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", b->source, strerror(errno));
  sl_candidates_write(file, &s->tokens, &s->functions, chosen, num_chosen, NULL);
  bool written = !ferror(file);
  if (fclose(file) != 0 || !written) {
    return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", b->source, strerror(errno));
  }
  return SL_OK;
}

/* Compiles a batch. If some edits do not compile, compiles the batch again without them.
 * `*built_out` is false if none is left, or if the compiler's errors do not say which edit is at
 * fault. */
static sl_status build_batch(bench *b, size_t first, size_t count, unsigned *numbers,
                             bool *built_out) {
  search_state *s = b->s;
  *built_out = false;
  for (size_t refused = 1; refused > 0 && !*built_out;) {
    bool out[MAX_BATCH + 1] = {false};
    SL_TRY(write_batch(b, first, count, numbers));
    SL_TRY(sl_module_compile(s->lab, b->source, s->headers, s->options->precision, s->checked,
                             s->options->sandbox, b->program, b->log, LOG_BYTES, built_out));
    refused = *built_out ? 0 : sl_candidates_refused(b->log, out, count);
    for (size_t i = 0; i < count; i++) {
      if (out[numbers[i]] && numbers[i]) s->shared->outcomes[first + i] = SL_REFUSED;
    }
  }
  return SL_OK;
}

static bool is_late(const search_state *s) {
  double processor_us = s->options->cpu_seconds * 1e6;
  return (processor_us > 0 && sl_clock_processor_us() > processor_us) || sl_clock_us() > s->end_us;
}

static void note_pass(search_state *s, size_t i) {
  int tier = s->edits.all[i].tier, best = atomic_load(&s->shared->best_tier);
  s->shared->outcomes[i] = SL_PASSES;
  while (tier < best && !atomic_compare_exchange_weak(&s->shared->best_tier, &best, tier)) {
  }
}

/* Makes batches larger if the compiler was quick, smaller if it was slow. */
static void adapt(bench *b, double took_us) {
  size_t next = took_us < batch_us * 2 / 3 ? 2 * b->batch
                : took_us > batch_us       ? b->batch / 2
                                           : b->batch;
  b->batch = next < MIN_BATCH ? MIN_BATCH : next > MAX_BATCH ? MAX_BATCH : next;
}

static sl_status try_batch(bench *b, size_t first, size_t count) {
  search_state *s = b->s;
  unsigned numbers[MAX_BATCH];
  bool built;
  double start_us = sl_clock_children_us();
  SL_TRY(build_batch(b, first, count, numbers, &built));
  adapt(b, sl_clock_children_us() - start_us);
  for (size_t i = 0; built && i < count; i++) {
    bool passed;
    if (s->shared->outcomes[first + i] == SL_REFUSED) continue;
    if (is_late(s)) {
      atomic_store(&s->shared->late, true);
      break;
    }
    SL_TRY(sl_trial_run(&s->trial, &b->child, numbers[i], &passed));
    s->shared->outcomes[first + i] = SL_FAILS;
    if (passed) note_pass(s, first + i);
  }
  sl_child_stop(&b->child);
  return SL_OK;
}

/* ---- workers --------------------------------------------------------------------------------- */

/* The number of edits from `first` on that form a batch; all edits of a batch are of one tier. */
static size_t size_of_batch(const search_state *s, size_t first, size_t most) {
  size_t count = 0;
  while (count < most && first + count < s->edits.count &&
         s->edits.all[first + count].tier == s->edits.all[first].tier) {
    count++;
  }
  return count;
}

/* Takes the next edits to try; 0 if no edit is left that is as likely as one that has passed. */
static size_t take_batch(search_state *s, size_t most, size_t *first_out) {
  shared *all = s->shared;
  size_t first = atomic_load(&all->next), count;
  do {
    count = size_of_batch(s, first, most);
    if (count == 0 || s->edits.all[first].tier > atomic_load(&all->best_tier)) return 0;
    if (is_late(s)) {
      atomic_store(&all->late, true);
      return 0;
    }
    if (first + count > s->most) count = s->most > first ? s->most - first : 0;
    if (count == 0) {
      atomic_store(&all->spent, true);
      return 0;
    }
  } while (!atomic_compare_exchange_weak(&all->next, &first, first + count));
  *first_out = first;
  return count;
}

static sl_status work(bench *b) {
  size_t first, count;
  SL_TRY(sl_alloc(LOG_BYTES, 1, "the compiler's messages", &b->log));
  b->batch = FIRST_BATCH;
  while ((count = take_batch(b->s, b->batch, &first)) > 0) SL_TRY(try_batch(b, first, count));
  return SL_OK;
}

/* Runs searcher number `number`. */
static void live(search_state *s, int number, const char *folder) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  bench b = {.s = s};
  (void)snprintf(b.source, sizeof b.source, "%s/%d.cu", folder, number);
  (void)snprintf(b.program, sizeof b.program, "%s/%d.worker", folder, number);
  b.child.program = b.program;
  b.child.sandbox = s->options->sandbox;
  sl_status status = work(&b);
  sl_child_stop(&b.child);
  (void)unlink(b.program);
  (void)unlink(b.source);
  s->shared->searchers[number].status = status;
  (void)snprintf(s->shared->searchers[number].message, sizeof s->shared->searchers[number].message,
                 "%s", status == SL_OK ? "" : sl_status_message());
  _exit(0);
}

static int num_searchers(const search_state *s) {
  int wanted = s->options->searchers ? s->options->searchers : sl_process_num_cores();
  return wanted < 1 ? 1 : wanted > MAX_SEARCHERS ? MAX_SEARCHERS : wanted;
}

static void tell_progress(const search_state *s) {
  if (!s->options->progress) return;
  size_t tried = 0;
  for (size_t i = 0; i < s->edits.count; i++) tried += s->shared->outcomes[i] != SL_UNTRIED;
  s->options->progress(tried, s->edits.count, (sl_clock_us() - s->start_us) * 1e-6);
}

/* Stops waiting for the compiler when the wall-clock time is up. */
static bool give_up(search_state *s, pid_t pid) {
  if (sl_clock_us() < s->end_us + grace_us) return false;
  atomic_store(&s->shared->late, true);
  (void)kill(pid, SIGKILL);
  return true;
}

/* Waits for a searcher. A searcher that did not finish counts as failed. */
static sl_status await(search_state *s, pid_t pid, int number) {
  const struct timespec pause = {0, 50000000};
  int ending;
  bool given_up = false;
  pid_t got;
  while ((got = waitpid(pid, &ending, given_up ? 0 : WNOHANG)) <= 0) {
    if (got < 0 && errno != EINTR) {
      return sl_fail(SL_ERR_SYSTEM, "cannot wait for a search: %s", strerror(errno));
    }
    tell_progress(s);
    if (got == 0) (void)nanosleep(&pause, NULL);
    given_up = given_up || give_up(s, pid);
  }
  if (given_up) return SL_OK;
  if (!WIFEXITED(ending)) return sl_fail(SL_ERR_SYSTEM, "a search was ended by a signal");
  sl_status status = s->shared->searchers[number].status;
  return status == SL_OK ? SL_OK : sl_fail(status, "%s", s->shared->searchers[number].message);
}

/* Removes what abandoned searchers left. */
static void remove_files(const char *folder, int count) {
  char path[PATH_BYTES];
  for (int i = 0; i < count; i++) {
    (void)snprintf(path, sizeof path, "%s/%d.cu", folder, i);
    (void)unlink(path);
    (void)snprintf(path, sizeof path, "%s/%d.worker", folder, i);
    (void)unlink(path);
  }
}

static sl_status run_searchers(search_state *s, const char *folder) {
  pid_t pids[MAX_SEARCHERS];
  int count = num_searchers(s), started = 0;
  (void)fflush(NULL);
  for (; started < count; started++) {
    pids[started] = fork();
    if (pids[started] == 0) live(s, started, folder);
    if (pids[started] < 0) break; /* continue with fewer searchers */
  }
  sl_status status = SL_OK;
  if (started == 0) status = sl_fail(SL_ERR_SYSTEM, "cannot start a search: %s", strerror(errno));
  for (int i = 0; i < started; i++) {
    sl_status ended = await(s, pids[i], i);
    if (status == SL_OK) status = ended;
  }
  remove_files(folder, started);
  return status;
}

/* ---- the search ------------------------------------------------------------------------------ */

static size_t find_function(const sl_functions *functions, const char *name) {
  for (size_t f = 0; f < functions->count; f++) {
    if (strcmp(functions->all[f].name, name) == 0) return f;
  }
  return functions->count;
}

/* Marks the functions that the task runs: its own, those whose results it uses, the one that
 * launches its kernel, and all that these call. */
static sl_status mark_functions(const search_state *s, bool *within) {
  const sl_functions *all = &s->functions;
  size_t own = find_function(all, s->trial.task->function);
  for (size_t f = 0; f < all->count; f++) within[f] = f == own || own == all->count;
  for (size_t f = 0; own < all->count && f < all->count; f++) {
    bool launches = all->all[own].is_kernel && !all->all[f].is_kernel;
    if (launches && sl_function_calls(&s->tokens, &all->all[f], &all->all[own])) within[f] = true;
  }
  const sl_problem *problem = s->trial.num_cases ? &s->trial.cases[0].problem : NULL;
  for (int i = 0; problem && i < problem->num_arrays; i++) {
    size_t f =
        problem->arrays[i].is_returned ? find_function(all, problem->arrays[i].name) : all->count;
    if (f < all->count) within[f] = true;
  }
  sl_functions_spread(&s->tokens, all, within);
  return SL_OK;
}

/* Marks the functions that other tasks run too: a defect in one of them also fails those tasks. A
 * task that also runs this task's own function does not count. */
static sl_status mark_common(const search_state *s, bool *common) {
  const sl_functions *all = &s->functions;
  size_t own = find_function(all, s->trial.task->function);
  bool *reached;
  SL_TRY(sl_alloc(all->count, sizeof *reached, "functions", &reached));
  for (size_t t = 0; t < s->lab->num_tasks; t++) {
    size_t other = find_function(all, s->lab->tasks[t].function);
    if (other == own || other == all->count) continue;
    for (size_t f = 0; f < all->count; f++) reached[f] = f == other;
    sl_functions_spread(&s->tokens, all, reached);
    for (size_t f = 0; f < all->count; f++) {
      if (own < all->count && !reached[own] && reached[f]) common[f] = true;
    }
  }
  sl_free(reached);
  return SL_OK;
}

static sl_status share(search_state *s) {
  s->shared_bytes = sizeof *s->shared + s->edits.count;
  void *memory =
      mmap(NULL, s->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return sl_fail(SL_ERR_MEMORY, "not enough memory to search");
  s->shared = memory;
  atomic_store(&s->shared->best_tier, SL_NUM_TIERS);
  return SL_OK;
}

/* Whether the edit cannot help. If the lens saw only wrong answers, there was no race, so a barrier
 * cannot help. */
static bool cannot_help(const search_state *s, const sl_edit *edit) {
  return s->only_wrong && edit->defect == SL_NO_BARRIER;
}

/* Adds the edits of a function; those of a `common` function are less likely. */
static sl_status make_edits_of(search_state *s, size_t f, bool common) {
  sl_body body;
  size_t first = s->edits.count;
  sl_status status = sl_body_make(&s->tokens, &s->functions, &s->functions.all[f], &body);
  if (status == SL_OK) status = sl_edits_make(&body, f, &s->edits);
  sl_body_free(&body);
  for (size_t i = first; i < s->edits.count; i++) {
    sl_edit *edit = &s->edits.all[i];
    if (common && edit->tier + 1 < SL_NUM_TIERS) edit->tier++;
    if (cannot_help(s, edit)) edit->tier = SL_NUM_TIERS - 1;
  }
  return status;
}

static sl_status make_edits(search_state *s) {
  size_t count = s->functions.count;
  bool *within, *common = NULL;
  SL_TRY(sl_alloc(count, sizeof *within, "functions", &within));
  sl_status status = sl_alloc(count, sizeof *common, "functions", &common);
  if (status == SL_OK) status = mark_functions(s, within);
  if (status == SL_OK) status = mark_common(s, common);
  for (size_t f = 0; f < count && status == SL_OK; f++) {
    bool fits = within[f] && sl_candidates_can_hold(&s->functions.all[f]);
    if (fits) status = make_edits_of(s, f, common[f]);
  }
  sl_free(within);
  sl_free(common);
  if (status != SL_OK) return status;
  sl_edits_sort(&s->edits);
  return share(s);
}

static bool is_only_wrong(const sl_task_result *result) {
  for (size_t i = 0; i < result->num_cases; i++) {
    sl_verdict verdict = result->cases[i].verdict;
    if (verdict != SL_PASSED && verdict != SL_WRONG && verdict != SL_SKIPPED) return false;
  }
  return true;
}

static bool any_by_compiler(const sl_task_result *result) {
  bool any = false;
  for (size_t i = 0; i < result->num_cases; i++) any = any || result->cases[i].by_compiler;
  return any;
}

static sl_status prepare(search_state *s, const sl_task_result *result, const char *source,
                         const sl_case_spec *cases) {
  char full[4096];
  if (!realpath(source, full)) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", source, strerror(errno));
  }
  *strrchr(full, '/') = '\0';
  (void)snprintf(s->headers, sizeof s->headers, "%s", full);
  SL_TRY(sl_source_read(source, &s->source));
  SL_TRY(sl_tokens_make(s->source.text, strlen(s->source.text), SL_DIRECTIVES_WHOLE, &s->tokens));
  SL_TRY(sl_functions_find(&s->tokens, &s->functions));
  SL_TRY(sl_trial_make(result, cases, s->options->precision, s->options->seed, &s->trial));
  s->trial.end_us = s->end_us;
  s->trial.most_seconds = s->options->cpu_seconds;
  s->only_wrong = is_only_wrong(result);
  s->checked = any_by_compiler(result);
  s->trial.one_thread = s->options->searchers == 1;
  return make_edits(s);
}

static void clean_up(search_state *s) {
  if (s->shared) (void)munmap(s->shared, s->shared_bytes);
  sl_edits_free(&s->edits);
  sl_trial_free(&s->trial);
  sl_functions_free(&s->functions);
  sl_tokens_free(&s->tokens);
  sl_source_free(&s->source);
}

static sl_status make_folder(const sl_search_options *options, char *path, size_t size) {
  if (mkdir(options->folder, 0777) != 0 && errno != EEXIST) {
    return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", options->folder,
                   strerror(errno));
  }
  (void)snprintf(path, size, "%s/XXXXXX", options->folder);
  bool made = mkdtemp(path) != NULL;
  if (made && (!options->sandbox || chmod(path, 0755) == 0))
    return SL_OK; /* a sandbox with another user must be able to read it */
  return sl_fail(SL_ERR_SYSTEM, "cannot make a folder in %s: %s", options->folder, strerror(errno));
}

/* Counts the trials and the passes, and traces the passes if requested. */
static void tell_passes(const search_state *s, sl_repair *out) {
  for (size_t i = 0; i < s->edits.count; i++) {
    const sl_edit *edit = &s->edits.all[i];
    sl_outcome outcome = (sl_outcome)s->shared->outcomes[i];
    out->tried += outcome != SL_UNTRIED;
    out->passed += outcome == SL_PASSES;
    if (outcome != SL_PASSES || !s->options->trace) continue;
    (void)fprintf(s->options->trace, "  passes: line %d, %s, tier %d: \"%.*s\" becomes \"%s\"\n",
                  edit->line, sl_defect_name(edit->defect), edit->tier,
                  (int)(edit->to - edit->from), s->tokens.text + edit->from, edit->text);
  }
}

/* The line at which the lens saw the failure or the crash. A line that the judge only looked up in
 * the source is not evidence. */
static int seen_line(const sl_task_result *result) {
  return result->failure ? result->failure->line : 0;
}

bool sl_search_can_explain(sl_verdict verdict) {
  return verdict != SL_PASSED && verdict != SL_NOT_WRITTEN && verdict != SL_BROKEN &&
         verdict != SL_SKIPPED;
}

sl_status sl_search(const sl_lab *lab, const sl_task_result *result, const char *source,
                    const sl_case_spec *cases, const sl_search_options *options, sl_repair *out) {
  memset(out, 0, sizeof *out);
  if (result->failure && result->failure->beyond) return SL_OK; /* each trial would take seconds */
  double start_us = sl_clock_us();
  double seconds = options->seconds > 0       ? options->seconds
                   : options->cpu_seconds > 0 ? INFINITY
                                              : default_seconds;
  search_state s = {.lab = lab,
                    .options = options,
                    .start_us = start_us,
                    .end_us = start_us + seconds * 1e6,
                    .most = options->most_tried ? options->most_tried : (size_t)-1};
  char folder[PATH_BYTES - 32];
  sl_status status = prepare(&s, result, source, cases);
  if (status == SL_OK) status = make_folder(options, folder, sizeof folder);
  if (status == SL_OK) {
    status = run_searchers(&s, folder);
    (void)rmdir(folder);
  }
  if (status == SL_OK) {
    status = sl_choose(&s.tokens, &s.edits, s.shared->outcomes, seen_line(result), out);
    out->by_clock = atomic_load(&s.shared->late);
    out->in_time = !out->by_clock && !atomic_load(&s.shared->spent);
    tell_passes(&s, out);
  }
  out->seconds = (sl_clock_us() - start_us) * 1e-6;
  clean_up(&s);
  return status;
}
