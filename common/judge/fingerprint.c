/* fingerprint.c: collects the traces of a run, and compares them with those of a program with a
 * mistake. */
#include "judge/fingerprint.h"

#include "base/hash.h"
#include "judge/account.h"
#include "judge/compare.h"
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the problem ----------------------------------------------------------------------------- */

uint64_t sl_fingerprint_problem_hash(const sl_problem *problem) {
  uint64_t hash = SL_HASH_START;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    uint64_t shape[2] = {(uint64_t)array->role, array->count};
    hash = sl_hash_bytes(hash, array->name, strlen(array->name));
    hash = sl_hash_bytes(hash, shape, sizeof shape);
    if (sl_wire_is_poisoned(array->role) || array->count == 0) continue;
    if (array->type == SL_INT) {
      hash = sl_hash_bytes(hash, array->ints, array->count * sizeof *array->ints);
    } else {
      hash = sl_hash_bytes(hash, array->reals, array->count * sizeof *array->reals);
    }
  }
  return hash;
}

/* ---- marks ----------------------------------------------------------------------------------- */

static char relation_of(long long index, long long length) {
  return (char)(length < 0       ? SL_NOWHERE
                : index < 0      ? SL_BEFORE
                : index < length ? SL_INSIDE
                : index > length ? SL_BEYOND
                                 : SL_AT_END);
}

typedef struct marks {
  const sl_problem *problem;
  sl_mark *out;
  int count;
} marks;

static void add_mark(marks *m, const char *what, const char *array, char relation, bool several) {
  sl_mark mark = {.relation = relation, .several = several, .sure = true};
  bool named = array[0] && sl_problem_find(m->problem, array);
  (void)snprintf(mark.what, sizeof mark.what, "%s", what);
  (void)snprintf(mark.array, sizeof mark.array, "%s", named ? array : array[0] ? "*" : "-");
  for (char *c = mark.what; *c; c++) {
    if (*c == ' ') *c = '-';
  }
  for (int i = 0; i < m->count; i++) {
    sl_mark *had = &m->out[i];
    bool same = strcmp(had->what, mark.what) == 0 && strcmp(had->array, mark.array) == 0;
    if (!same || had->relation != relation) continue;
    had->several = true;
    return;
  }
  if (m->count < SL_MAX_MARKS) m->out[m->count++] = mark;
}

/* Names the kind of the finding, and further details that do not depend on the style of the
 * program. */
static void name_finding(const sl_finding *f, char *out, size_t size) {
  if (f->kind == LENS_RACE) {
    bool in_statement = f->other.line && f->other.line == f->line;
    (void)snprintf(out, size, "race-%s",
                   sl_finding_is_between_streams(f) ? "of-streams"
                   : !f->other.same_block           ? "of-blocks"
                   : in_statement                   ? "in-statement"
                                                    : "in-block");
  } else if (f->reason && f->kind != LENS_HANG) { /* the reason of a hang depends on the compiler */
    (void)snprintf(out, size, "%.28s-%d", f->name, f->reason);
  } else {
    (void)snprintf(out, size, "%s", f->name);
  }
}

/* Returns the first array with the same number of elements, place and role as `name`, which
 * represents them all. Programs read such arrays together, and the compiler decides which one goes
 * out of bounds first. */
static const sl_array *find_alike(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  for (int i = 0; array && i < problem->num_arrays; i++) {
    const sl_array *other = &problem->arrays[i];
    if (other->count == array->count && other->place == array->place &&
        other->role == array->role) {
      return other;
    }
  }
  return array;
}

static const char *array_of_finding(const sl_problem *problem, const sl_finding *f) {
  const sl_array *array = f->kind == LENS_OUT_OF_BOUNDS_READ ? find_alike(problem, f->array) : NULL;
  return array ? array->name : f->array;
}

static void mark_findings(const sl_evidence *evidence, marks *m) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    const sl_finding *f = &evidence->seen.findings[i];
    char what[32];
    name_finding(f, what, sizeof what);
    add_mark(m, what, array_of_finding(m->problem, f), relation_of(f->index, f->length),
             f->count > 1);
  }
}

static void mark_memory(const sl_evidence *evidence, marks *m) {
  enum { WORDS_OF_AN_ELEMENT = 2 };
  const sl_difference *d = evidence->difference;
  if (!d) return;
  if (d->damaged && d->before_start) {
    add_mark(m, "damaged", d->damaged->name, SL_BEFORE, d->before_start > WORDS_OF_AN_ELEMENT);
  }
  if (d->damaged && d->past_end) {
    add_mark(m, "damaged", d->damaged->name, SL_BEYOND, d->past_end > WORDS_OF_AN_ELEMENT);
  }
  if (d->changed_input) add_mark(m, "changed", d->changed_input->name, SL_INSIDE, false);
}

static void mark_account(const sl_evidence *evidence, marks *m) {
  const sl_account *account = evidence->account;
  if (!account || !sl_account_is_bad(account)) return;
  add_mark(m,
           account->by_host && account->launches == 0 ? "nothing-launched"
           : account->by_host                         ? "host-work"
           : account->unread                          ? "inputs-unread"
                                                      : "account-unknown",
           "", SL_NOWHERE, false);
}

/* Keeps the index of a crash. A crash leaves no numbers, so the index distinguishes programs that
 * access the same array out of bounds. Directly at the end, the relation already says this. */
static void keep_index(marks *m, long long index) {
  sl_mark *mark = &m->out[m->count - 1];
  if (mark->relation == SL_BEFORE || mark->relation == SL_BEYOND) mark->index = index;
}

static void mark_fault(const sl_evidence *evidence, marks *m) {
  char what[32];
  if (evidence->fault_signal) {
    const sl_array *array = find_alike(evidence->problem, evidence->fault_array);
    long long length = array ? (long long)array->count : -1;
    (void)snprintf(what, sizeof what, "fault-%d", evidence->fault_signal);
    add_mark(m, what, array ? array->name : evidence->fault_array,
             relation_of(evidence->fault_index, length), false);
    keep_index(m, evidence->fault_index);
  }
  if (evidence->cuda_error) {
    /* A refused launch has error 9 on the lens and error 1 on a GPU. */
    int error = evidence->cuda_error == 1 ? 9 : evidence->cuda_error;
    (void)snprintf(what, sizeof what, "error-%d", error);
    add_mark(m, what, "", SL_NOWHERE, false);
  }
}

static bool any_wrong(const sl_evidence *evidence) {
  return evidence->difference && evidence->difference->wrong;
}

int sl_fingerprint_marks(const sl_evidence *evidence, bool failed, sl_mark *out) {
  marks m = {.problem = evidence->problem, .out = out};
  mark_findings(evidence, &m);
  mark_fault(evidence, &m);
  if (evidence->answers) {
    mark_memory(evidence, &m);
    mark_account(evidence, &m);
  }
  if (m.count == 0 && !evidence->answers) add_mark(&m, "no-answer", "", SL_NOWHERE, false);
  if (m.count == 0 && failed && !any_wrong(evidence)) {
    /* the task's own `inspect` refused the answer */
    add_mark(&m, "not-allowed", "", SL_NOWHERE, false);
  }
  return m.count;
}

bool sl_fingerprint_marks_equal(const sl_mark *a, const sl_mark *b) {
  return strcmp(a->what, b->what) == 0 && strcmp(a->array, b->array) == 0 &&
         a->relation == b->relation && a->index == b->index && a->several == b->several;
}

int sl_fingerprint_find_mark(const sl_mark *list, int count, const sl_mark *mark) {
  for (int i = 0; i < count; i++) {
    if (sl_fingerprint_marks_equal(&list[i], mark)) return i;
  }
  return -1;
}

static bool has_mark(const sl_mark *list, int count, const sl_mark *mark) {
  return sl_fingerprint_find_mark(list, count, mark) >= 0;
}

/* Whether a mark can come from an access far outside of an array. What such an access does depends
 * on the memory there. */
static bool is_stray(const sl_mark *mark) {
  static const char *const kinds[] = {"out-of-bounds", "host-pointer", "uninitialised-read",
                                      "null-pointer",  "misaligned",   "error-"};
  for (size_t i = 0; i < SL_COUNT(kinds); i++) {
    if (strncmp(mark->what, kinds[i], strlen(kinds[i])) == 0) return true;
  }
  return false;
}

static bool goes_astray(const sl_print *print) {
  for (int i = 0; i < print->num_marks; i++) {
    if (!print->marks[i].sure && is_stray(&print->marks[i])) return true;
  }
  return false;
}

/* Whether the program can leave all observed marks, and all marks that it certainly leaves were
 * observed. */
static bool marks_fit(const sl_print *print, const sl_mark *seen, int num_seen) {
  bool astray = goes_astray(print);
  for (int i = 0; i < num_seen; i++) {
    bool allowed = astray;
    if (!allowed && !has_mark(print->marks, print->num_marks, &seen[i])) return false;
  }
  for (int i = 0; i < print->num_marks; i++) {
    if (print->marks[i].sure && !has_mark(seen, num_seen, &print->marks[i])) return false;
  }
  return true;
}

/* Whether the program leaves at least one of the observed marks. */
static bool any_mark_agrees(const sl_print *print, const sl_mark *seen, int num_seen) {
  for (int i = 0; i < num_seen; i++) {
    if (has_mark(print->marks, print->num_marks, &seen[i])) return true;
  }
  return false;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool is_unknown(const sl_range *unknown, int num_unknown, size_t i) {
  for (int r = 0; r < num_unknown; r++) {
    if (i >= unknown[r].first && i <= unknown[r].last) return true;
  }
  return false;
}

/* Returns the bits of a number to hash: the same for all NaN, and the same for 0 and −0. */
static uint64_t bits_of(double value) {
  uint64_t bits = UINT64_MAX;
  if (value == 0) value = 0;
  if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint64_t sl_fingerprint_answer_hash(const double *values, size_t count, const sl_range *unknown,
                                    int num_unknown) {
  uint64_t hash = SL_HASH_START;
  for (size_t i = 0; i < count; i++) {
    if (is_unknown(unknown, num_unknown, i)) continue;
    uint64_t element[2] = {i, bits_of(values[i])};
    hash = sl_hash_bytes(hash, element, sizeof element);
  }
  return hash;
}

/* Whether a predictable element of the answer is wrong. An answer without expected values is wrong
 * at the element that the task's check function has reported. */
static bool known_is_wrong(const sl_array *array, const double *got, const sl_print_answer *left,
                           const sl_difference *difference) {
  bool checked = !array->expected && difference && difference->wrong == array;
  if (checked) return !is_unknown(left->unknown, left->num_unknown, difference->wrong_at);
  for (size_t i = 0; i < array->count; i++) {
    double bound = array->bound ? array->bound[i] : 0.0;
    if (is_unknown(left->unknown, left->num_unknown, i)) continue;
    if (array->expected && !sl_within(got[i], array->expected[i], bound)) return true;
  }
  return false;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The hash of the elements of an answer that are not in `left->unknown`. That of a whole answer is
 * kept for the next mistake. */
static uint64_t hash_answer(const sl_evidence *evidence, const sl_array *array, const double *got,
                            const sl_print_answer *left) {
  bool kept = evidence->hashes && left->num_unknown == 0;
  uint64_t *known = kept ? &evidence->hashes[array - evidence->problem->arrays] : NULL;
  if (known && *known) return *known;
  uint64_t hash = sl_fingerprint_answer_hash(got, array->count, left->unknown, left->num_unknown);
  if (known) *known = hash;
  return hash;
}

static sl_judgement judge_numbers(const sl_print *print, const sl_evidence *evidence) {
  sl_judgement judgement = SL_NEUTRAL;
  for (int a = 0; a < print->num_answers; a++) {
    const sl_print_answer *left = &print->answers[a];
    const sl_array *array = sl_problem_find(evidence->problem, left->name);
    const double *got = sl_evidence_answer(evidence, left->name);
    if (!array || !got) return SL_CONTRADICTS;
    if (hash_answer(evidence, array, got, left) != left->hash) return SL_CONTRADICTS;
    if (known_is_wrong(array, got, left, evidence->difference)) judgement = SL_EXPLAINS;
  }
  return judgement;
}

static sl_judgement judge_print(const sl_print *print, const sl_evidence *evidence, bool failed) {
  if (failed ? !print->can_fail : !print->can_pass) return SL_CONTRADICTS;
  if (!failed || print->open) return SL_NEUTRAL;
  sl_mark seen[SL_MAX_MARKS];
  int num_seen = sl_fingerprint_marks(evidence, failed, seen);
  if (!marks_fit(print, seen, num_seen)) return SL_CONTRADICTS;
  sl_judgement by_numbers = judge_numbers(print, evidence);
  bool explained = by_numbers == SL_NEUTRAL && any_mark_agrees(print, seen, num_seen);
  return explained ? SL_EXPLAINS : by_numbers;
}

static const sl_print *find_print(const struct sl_prints *prints, uint64_t asked) {
  for (size_t i = 0; i < prints->count; i++) {
    if (prints->of[i].asked == asked) return &prints->of[i];
  }
  return NULL;
}

sl_judgement sl_fingerprint_judge(const struct sl_prints *prints, uint64_t asked,
                                  const sl_evidence *evidence, bool failed) {
  const sl_print *print = find_print(prints, asked);
  return print ? judge_print(print, evidence, failed) : SL_NEUTRAL;
}

static bool is_same_print(const sl_print *a, const sl_print *b) {
  bool same = a->asked == b->asked && a->can_pass == b->can_pass && a->can_fail == b->can_fail &&
              a->num_answers == b->num_answers && marks_fit(a, b->marks, b->num_marks) &&
              marks_fit(b, a->marks, a->num_marks);
  for (int i = 0; same && i < a->num_answers; i++) {
    same = strcmp(a->answers[i].name, b->answers[i].name) == 0 &&
           a->answers[i].hash == b->answers[i].hash;
  }
  return same;
}

bool sl_fingerprint_equal(const struct sl_prints *one, const struct sl_prints *other) {
  if (one->count != other->count) return false;
  for (size_t i = 0; i < one->count; i++) {
    if (!is_same_print(&one->of[i], &other->of[i])) return false;
  }
  return true;
}
