/* run.c: takes the fingerprints of a mistake's program. Runs it in several orders of the threads,
 * because what differs between them is unpredictable. */
#include "author/run.h"

#include "base/memory.h"
#include "judge/account.h"
#include "judge/attempt.h"
#include "judge/explain.h"
#include "judge/findings.h"
#include "judge/lab_cases.h"
#include "judge/module.h"

#include "lens/lens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The natural order first, which the judge uses unless a task requests another. Each seed also
 * places the arrays differently in memory, so an access far outside an array reads different
 * data. */
static const unsigned seeds[] = {0, 1, 2, 3};

enum { USUAL_DEADLINE_SECONDS = 20 };

sl_status sl_run_make_cases(const sl_lab *lab, const char *cache_dir, sl_small_cases *out) {
  size_t num_rows;
  const sl_case_row *rows = sl_lab_cases(lab, &num_rows);
  *out = (sl_small_cases){.count = 0};
  SL_TRY(sl_alloc(num_rows, sizeof *out->list, "cases", &out->list));
  for (size_t i = 0; i < num_rows; i++) {
    const sl_case_row *row = &rows[i];
    if (row->measured) continue;
    SL_TRY(
        sl_case_make(row->lens, row->name, SL_F32, row->exact, cache_dir, &out->list[out->count]));
    out->count++;
  }
  return SL_OK;
}

void sl_run_free_cases(sl_small_cases *cases) {
  for (size_t i = 0; i < cases->count; i++) sl_case_free(&cases->list[i]);
  sl_free(cases->list);
  *cases = (sl_small_cases){.count = 0};
}

/* ---- several runs of one case become one print ----------------------------------------------- */

/* Combines the runs of one case so far. */
typedef struct runs {
  const sl_problem *problem;
  bool exact; /* the values of the answers are exact, so they are compared */
  sl_print print;
  int count;
  double *first[SL_WIRE_MAX_ARRAYS]; /* each answer of the first run */
  bool *differs[SL_WIRE_MAX_ARRAYS]; /* which elements of the answer differ between runs */
  bool without_answer;               /* one of the runs left no answer */
} runs;

static void free_runs(runs *r) {
  for (int i = 0; i < SL_WIRE_MAX_ARRAYS; i++) {
    sl_free(r->first[i]);
    sl_free(r->differs[i]);
  }
}

static bool same_number(double a, double b) {
  return a == b || (a != a && b != b);
}

static sl_status take_numbers(runs *r, const sl_evidence *evidence) {
  if (!evidence->answers) r->without_answer = true;
  for (int i = 0; i < r->problem->num_arrays && evidence->answers; i++) {
    const sl_array *array = &r->problem->arrays[i];
    const double *got = evidence->answers[i];
    size_t count = array->count;
    if (!got) continue;
    if (!r->first[i]) {
      SL_TRY(sl_alloc(count, sizeof *got, "an answer", &r->first[i]));
      SL_TRY(sl_alloc(count, sizeof *r->differs[i], "an answer", &r->differs[i]));
      if (count) memcpy(r->first[i], got, count * sizeof *got);
    }
    for (size_t k = 0; k < count; k++) {
      r->differs[i][k] = r->differs[i][k] || !same_number(r->first[i][k], got[k]);
    }
  }
  return SL_OK;
}

static void take_marks(runs *r, const sl_evidence *evidence, bool failed) {
  sl_mark seen[SL_MAX_MARKS];
  bool kept[SL_MAX_MARKS] = {false};
  int num_seen = sl_fingerprint_marks(evidence, failed, seen);
  for (int i = 0; i < num_seen; i++) {
    int at = sl_fingerprint_find_mark(r->print.marks, r->print.num_marks, &seen[i]);
    if (at < 0 && r->print.num_marks < SL_MAX_MARKS) {
      at = r->print.num_marks++;
      r->print.marks[at] = seen[i];
      r->print.marks[at].sure = r->count == 0;
    }
    if (at >= 0) kept[at] = true;
  }
  for (int i = 0; i < r->print.num_marks; i++) {
    r->print.marks[i].sure = r->print.marks[i].sure && kept[i];
  }
}

static sl_status take_run(runs *r, const sl_evidence *evidence, bool failed) {
  take_marks(r, evidence, failed);
  r->print.can_fail = r->print.can_fail || failed;
  r->print.can_pass = r->print.can_pass || !failed;
  r->count++;
  return take_numbers(r, evidence);
}

/* The ranges of elements that differ, with those at most `gap` apart merged. Returns how many, or
 * SL_MAX_UNKNOWN + 1 if there are too many. */
static int find_ranges(const bool *differs, size_t count, size_t gap, sl_range *out) {
  int ranges = 0;
  for (size_t k = 0; k < count; k++) {
    if (!differs[k]) continue;
    if (ranges > 0 && k - out[ranges - 1].last <= gap + 1) {
      out[ranges - 1].last = (uint32_t)k;
    } else if (ranges == SL_MAX_UNKNOWN) {
      return SL_MAX_UNKNOWN + 1;
    } else {
      out[ranges++] = (sl_range){(uint32_t)k, (uint32_t)k};
    }
  }
  return ranges;
}

static void conclude_numbers(runs *r) {
  bool count = r->exact && !r->without_answer && r->print.can_fail;
  for (int i = 0; i < r->problem->num_arrays && count; i++) {
    const sl_array *array = &r->problem->arrays[i];
    if (!r->first[i] || r->print.num_answers == SL_MAX_PRINT_ANSWERS) continue;
    sl_print_answer *answer = &r->print.answers[r->print.num_answers++];
    (void)snprintf(answer->name, sizeof answer->name, "%s", array->name);
    size_t gap = 0;
    while ((answer->num_unknown = find_ranges(r->differs[i], array->count, gap, answer->unknown)) >
           SL_MAX_UNKNOWN) {
      gap = 2 * gap + 1;
    }
    answer->hash =
        sl_fingerprint_answer_hash(r->first[i], array->count, answer->unknown, answer->num_unknown);
  }
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct run_session {
  const sl_lab *lab;
  const sl_task *task;
  sl_child child;
  sl_source source;
  const char *program;
  double deadline_seconds;
  bool launches; /* the program launches kernels, so the order of threads may matter */
  bool hung;     /* the program never ends, so further cases would only take time */
  struct sl_prints *out;
} run_session;

static sl_status run_once(run_session *s, const sl_case *given, unsigned seed, runs *r) {
  sl_job_options job = {.accounts = s->task->launch_reads != NULL,
                        .seed = seed,
                        .layout = seed,
                        .one_thread = true,
                        .deadline_seconds = s->deadline_seconds};
  sl_attempt attempt;
  sl_case_result outcome = {.line = 0};
  sl_status status = sl_attempt_make(&s->child, s->task, given, r->problem, &job, &attempt);
  if (status == SL_OK) {
    sl_explain(&attempt, &s->source, s->program, &outcome);
    sl_explain_inspect(&attempt, &outcome);
    sl_evidence evidence = sl_attempt_evidence(&attempt);
    bool failed = outcome.verdict != SL_PASSED;
    s->launches = s->launches || attempt.reply.seen.num_launches > 0;
    bool hangs = seed == seeds[0] && sl_finding_exists(&evidence, LENS_HANG, NULL);
    s->hung = s->hung || outcome.verdict == SL_TIMED_OUT || hangs;
    if (outcome.verdict == SL_BROKEN) status = sl_fail(SL_ERR_SYSTEM, "%s", outcome.what);
    if (status == SL_OK) status = take_run(r, &evidence, failed);
  }
  sl_attempt_free(&attempt);
  if (outcome.verdict != SL_PASSED && outcome.verdict != SL_WRONG) sl_child_stop(&s->child);
  return status;
}

static int compare_marks(const void *one, const void *other) {
  const sl_mark *a = one, *b = other;
  int order = strcmp(a->what, b->what);
  if (order == 0) order = strcmp(a->array, b->array);
  if (order == 0) order = a->relation - b->relation;
  if (order == 0) order = (a->index > b->index) - (a->index < b->index);
  return order ? order : a->several - b->several;
}

/* Runs one case and adds its print. If the program launches kernels, it runs in several orders. */
static sl_status print_case(run_session *s, const sl_case *given, const sl_problem *problem) {
  runs r = {.problem = problem,
            .exact = given->exact,
            .print = {.asked = sl_fingerprint_problem_hash(problem)}};
  sl_status status = SL_OK;
  for (size_t i = 0; i < SL_COUNT(seeds) && status == SL_OK && !s->hung; i++) {
    if (i == 0 || s->launches) status = run_once(s, given, seeds[i], &r);
  }
  if (status == SL_OK && s->hung) status = run_once(s, given, seeds[0], &r);
  /* Sorted, because their order depends on the compiler. */
  qsort(r.print.marks, (size_t)r.print.num_marks, sizeof *r.print.marks, compare_marks);
  if (status == SL_OK) conclude_numbers(&r);
  if (status == SL_OK) {
    struct sl_prints *out = s->out;
    status = sl_resize(out->count + 1, sizeof *out->of, "fingerprints", &out->of);
    if (status == SL_OK) out->of[out->count++] = r.print;
  }
  free_runs(&r);
  return status;
}

static sl_status run_case(run_session *s, const sl_case *given) {
  sl_problem problem = {.num_arrays = 0};
  sl_status status = s->task->pose(given, &problem);
  if (status == SL_OK) status = print_case(s, given, &problem);
  sl_problem_free(&problem);
  return status == SL_ERR_SIZE ? SL_OK : status;
}

static bool fails_any(const struct sl_prints *prints) {
  for (size_t i = 0; i < prints->count; i++) {
    if (prints->of[i].can_fail) return true;
  }
  return false;
}

sl_status sl_run_take_prints(const sl_lab *lab, const sl_task *task, const char *source,
                             const sl_small_cases *cases, int deadline_seconds,
                             struct sl_prints *out) {
  static sl_module module; /* large, because it holds the compiler's messages */
  *out = (struct sl_prints){.count = 0};
  SL_TRY(sl_module_build(lab, source, SL_LENS, SL_F32, &module));
  if (!module.compiled)
    return sl_fail(SL_ERR_INPUT, "%s does not compile:\n%s", source, module.log);
  run_session s = {.lab = lab,
                   .task = task,
                   .child = {.program = module.program},
                   .program = module.program,
                   .deadline_seconds = deadline_seconds ? deadline_seconds : USUAL_DEADLINE_SECONDS,
                   .out = out};
  sl_status status = sl_source_read(source, &s.source);
  for (size_t i = 0; i < cases->count && status == SL_OK && !s.hung; i++) {
    status = run_case(&s, &cases->list[i]);
  }
  sl_child_stop(&s.child);
  sl_source_free(&s.source);
  if (status == SL_OK && !fails_any(out)) {
    return sl_fail(SL_ERR_INPUT, "%s passes all small cases: no mistake", source);
  }
  return status;
}
