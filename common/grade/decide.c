/* decide.c: applies decisions to records. */
#define _GNU_SOURCE
#include "grade/decisions.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "grade/iso_time.h"
#include "grade/wording.h"

#include <stdio.h>
#include <string.h>

typedef struct decide_state {
  const sl_decisions *decisions;
  const sl_rubric *rubrics;
  time_t now;
  sl_records *records;
} decide_state;

/* Refuses the line that is being read. */
#define REFUSE(s, d, ...) sl_fail_in_line((s)->decisions->path, (d)->line, __VA_ARGS__)

static sl_status append_line(char **to, const char *line) {
  char *text;
  size_t size = strlen(*to) + strlen(line) + 2;
  SL_TRY(sl_alloc(size, 1, "a comment", &text));
  (void)snprintf(text, size, "%s%s%s", *to, **to ? "\n" : "", line);
  sl_status status = sl_record_set(to, text);
  sl_free(text);
  return status;
}

/* Writes "BEFORE by smith, 2026-12-03AFTER: REASON" to `to`, or appends it. */
static sl_status say(const sl_decision *d, const char *before, const char *after, char **to) {
  char *text;
  size_t size =
      strlen(before) + strlen(d->who) + strlen(d->when) + strlen(after) + strlen(d->text) + 8;
  SL_TRY(sl_alloc(size, 1, "a decision", &text));
  (void)snprintf(text, size, "%s%s, %s%s: %s", before, d->who, d->when, after, d->text);
  sl_status status = append_line(to, text);
  sl_free(text);
  return status;
}

/* ---- finding records ------------------------------------------------------------------------- */

static sl_status refuse_student(const decide_state *s, const sl_decision *d) {
  const char **names, *nearest;
  size_t count = 0;
  SL_TRY(sl_alloc(s->records->count + 1, sizeof *names, "names", &names));
  for (size_t i = 0; i < s->records->count; i++) { /* records are sorted by student */
    const char *name = s->records->all[i].student;
    if (count == 0 || strcmp(names[count - 1], name) != 0) names[count++] = name;
  }
  nearest = sl_nearest(d->student, names, count);
  sl_status status =
      nearest
          ? REFUSE(s, d, "there is no record of \"%.100s\"; did you mean \"%.100s\"?", d->student,
                   nearest)
          : REFUSE(s, d,
                   "there is no record of \"%.100s\": write the name as in the column student of "
                   "gradebook.csv, add "
                   "it to roster.csv and grade again, or put a # in front of the line",
                   d->student);
  sl_free(names);
  return status;
}

/* Finds the record. `*out` is NULL if there is no record of the lab, or of this student in it. */
static sl_status find_record(const decide_state *s, const sl_decision *d, sl_record **out) {
  bool lab_is_known = false, student_is_known = false;
  *out = NULL;
  for (size_t i = 0; i < s->records->count; i++) {
    sl_record *record = &s->records->all[i];
    bool lab = strcmp(record->lab, d->lab) == 0,
         student = strcmp(record->student, d->student) == 0 ||
                   (record->alias[0] && strcmp(record->alias, d->student) == 0);
    lab_is_known = lab_is_known || lab;
    student_is_known = student_is_known || student;
    if (lab && student) *out = record;
  }
  return student_is_known || !lab_is_known ? SL_OK : refuse_student(s, d);
}

/* ---- points ---------------------------------------------------------------------------------- */

static sl_status find_item(const decide_state *s, const sl_decision *d, sl_record *record,
                           sl_record_item **out) {
  char known[512] = "";
  for (size_t i = 0; i < record->num_items; i++) {
    size_t used = strlen(known);
    *out = &record->items[i];
    if (strcmp(record->items[i].id, d->item) == 0) return SL_OK;
    (void)snprintf(known + used, sizeof known - used, "%s, ", record->items[i].id);
  }
  return REFUSE(s, d, "%s has no task \"%.60s\"; the tasks are %sor all", d->lab, d->item, known);
}

static sl_status override(const decide_state *s, const sl_decision *d, double possible,
                          double computed, bool open, sl_decided *decided) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT], before[128], after[64];
  (void)sl_wording_points(possible, of);
  if (d->points > possible) {
    return REFUSE(s, d, "%s points are more than the %s that %s gives",
                  sl_wording_points(d->points, got), of, d->item[0] ? d->item : d->lab);
  }
  (void)snprintf(before, sizeof before, "%s of %s points by ", sl_wording_points(d->points, got),
                 of);
  (void)snprintf(after, sizeof after, open ? " (not judged before)" : " (computed: %s)",
                 sl_wording_points(computed, got));
  decided->overridden = true;
  decided->points = d->points;
  return say(d, before, after, &decided->override);
}

static sl_status set_item_points(const decide_state *s, const sl_decision *d, sl_record *record) {
  sl_record_item *item;
  SL_TRY(find_item(s, d, record, &item));
  SL_TRY(override(s, d, item->possible, item->points, !item->judged, &item->decided));
  item->decided.computed = item->judged ? item->points : 0;
  item->points = d->points;
  item->judged = true;
  return SL_OK;
}

static sl_status set_points(const decide_state *s, const sl_decision *d, sl_record *record) {
  if (d->item[0]) return set_item_points(s, d, record);
  double bonus = record->bonus_in_marks ? sl_record_possible_bonus(record) : 0;
  return override(s, d, sl_record_possible(record) + bonus, sl_record_mark(record),
                  !sl_wording_record_counts(record), &record->decided);
}

/* ---- extensions and comments ----------------------------------------------------------------- */

static const sl_rubric *rubric_of(const decide_state *s, const char *lab) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (strcmp(sl_labs[i]->id, lab) == 0) return &s->rubrics[i];
  }
  return NULL;
}

/* Extends a deadline if the rubric cannot be read. It is then unknown what is taken off after the
 * new deadline, so the points of a later submission stay open until the rubric can be read. */
static sl_status extend_without_rubric(const sl_decision *d, time_t handed_in, sl_record *record) {
  if (record->late_percent <= 0) return SL_OK;
  if (handed_in <= d->until) {
    record->late_percent = 0;
    return SL_OK;
  }
  for (size_t i = 0; i < record->num_items; i++) record->items[i].judged = false;
  record->verdict = SL_GRADE_INFRASTRUCTURE;
  return sl_record_set(&record->message, "the rubric cannot be read, so it is not known what is "
                                         "taken off after the extended deadline");
}

static sl_status check_extension(const decide_state *s, const sl_decision *d,
                                 const sl_rubric *rubric) {
  time_t deadline = rubric ? sl_rubric_due(rubric) : 0;
  char until[32];
  if (!deadline) {
    return REFUSE(s, d,
                  "the rubric of %s, %s, has neither \"deadline\" nor \"late\", so there is "
                  "nothing to extend",
                  d->lab, rubric && rubric->path[0] ? rubric->path : "the lab's own");
  }
  sl_iso_time_write(deadline, until, sizeof until);
  if (d->until > deadline) return SL_OK;
  return REFUSE(s, d, "the extension ends before the deadline of the rubric, %s", until);
}

static sl_status extend(const decide_state *s, const sl_decision *d, sl_record *record) {
  const sl_rubric *rubric = rubric_of(s, d->lab);
  bool known = !rubric || !rubric->unreadable;
  time_t handed_in;
  char until[32];
  if (known) SL_TRY(check_extension(s, d, rubric));
  sl_iso_time_write(d->until, until, sizeof until);
  SL_TRY(sl_record_set(&record->extended, until));
  SL_TRY(say(d, "", "", &record->extension));
  record->still_open = s->now <= d->until;
  if (!sl_iso_time_read(record->handed_in, &handed_in)) return SL_OK;
  if (!known) return extend_without_rubric(d, handed_in, record);
  record->late_percent = sl_rubric_extended_percent(rubric, handed_in, d->until);
  return SL_OK;
}

static sl_status comment(const decide_state *s, const sl_decision *d, sl_record *record) {
  sl_record_item *item = NULL;
  if (d->item[0]) SL_TRY(find_item(s, d, record, &item));
  return say(d, "", "", item ? &item->decided.comment : &record->decided.comment);
}

/* ---- all kinds ------------------------------------------------------------------------------- */

/* Decisions are applied in this order. Points for the whole submission come after those of items,
 * because they replace what was computed from the items and the lateness. */
static const struct {
  sl_decision_kind kind;
  bool whole;
  sl_status (*apply)(const decide_state *s, const sl_decision *d, sl_record *record);
} passes[] = {{SL_DECISION_EXTEND, true, extend},
              {SL_DECISION_POINTS, false, set_points},
              {SL_DECISION_POINTS, true, set_points},
              {SL_DECISION_COMMENT, true, comment},
              {SL_DECISION_COMMENT, false, comment}};

sl_status sl_decisions_apply(const sl_decisions *decisions, const sl_rubric *rubrics, time_t now,
                             sl_records *records) {
  const decide_state s = {decisions, rubrics, now, records};
  for (size_t i = 0; i < records->count; i++) {
    records->all[i].decided.computed = sl_record_mark(&records->all[i]);
  }
  for (size_t p = 0; p < SL_COUNT(passes); p++) {
    for (size_t i = 0; i < decisions->count; i++) {
      const sl_decision *d = &decisions->all[i];
      sl_record *record;
      if (d->kind != passes[p].kind || (d->item[0] == '\0') != passes[p].whole) continue;
      SL_TRY(find_record(&s, d, &record));
      if (record) SL_TRY(passes[p].apply(&s, d, record));
    }
  }
  return SL_OK;
}

sl_status sl_decisions_name_waiting(const sl_decisions *decisions, sl_records *records) {
  const decide_state s = {.decisions = decisions, .records = records};
  for (size_t i = 0; i < decisions->count; i++) {
    const sl_decision *d = &decisions->all[i];
    sl_record *record;
    SL_TRY(find_record(&s, d, &record));
    if (record) continue;
    (void)fprintf(stderr,
                  "%s:%d: this line has no effect, because no work of this student is graded here "
                  "for lab %s\n",
                  decisions->path, d->line, d->lab);
  }
  return SL_OK;
}
