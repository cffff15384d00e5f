/* changes.c: compares marks with earlier ones. */
#define _GNU_SOURCE
#include "grade/changes.h"

#include "base/regular.h"
#include "grade/iso_time.h"
#include "grade/json.h"
#include "grade/put.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* ---- stored marks ---------------------------------------------------------------------------- */

/* Makes the name of a mark: "02-ell ann", because a student may be in two labs. No lab's name has a
 * blank. */
static void make_name(const sl_record *record, char *name, size_t size) {
  (void)snprintf(name, size, "%s %s", record->lab, record->student);
}

static sl_status describe_decisions(const sl_record *record, json_t **out) {
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  (void)sl_wording_record_list_decided(text.stream, record, false, "");
  SL_TRY(sl_wording_text_end(&text));
  *out = sl_json_text(text.text);
  sl_wording_text_free(&text);
  return SL_OK;
}

static void put_decided(FILE *file, const char *item, const char *text) {
  if (text[0]) (void)fprintf(file, "; %s%s%s", item, item[0] ? ": " : "", text);
}

/* Writes the text for the platform's column of comments: "cpu 2 of 2, kernel 4 of 5; ann: well
 * done". */
static sl_status describe_points(const sl_record *record, json_t **out) {
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT];
    (void)fprintf(text.stream, "%s%s %s of %s", i ? ", " : "", item->id,
                  item->judged ? sl_wording_points(item->points, got) : "open",
                  sl_wording_points(item->possible, of));
  }
  if (record->late_percent > 0 && !record->decided.overridden) {
    char percent[SL_POINTS_TEXT];
    (void)fprintf(text.stream, "; late: %s percent off",
                  sl_wording_points(record->late_percent, percent));
  }
  for (size_t i = 0; i < record->num_items; i++) {
    put_decided(text.stream, record->items[i].id, record->items[i].decided.override);
    put_decided(text.stream, record->items[i].id, record->items[i].decided.comment);
  }
  put_decided(text.stream, "", record->decided.override);
  put_decided(text.stream, "", record->decided.comment);
  SL_TRY(sl_wording_text_end(&text));
  *out = sl_json_text(text.text);
  sl_wording_text_free(&text);
  return SL_OK;
}

static sl_status make_mark(const sl_record *record, json_t **out) {
  json_t *decisions, *comments;
  SL_TRY(describe_decisions(record, &decisions));
  SL_TRY(describe_points(record, &comments));
  *out = json_object();
  bool counts = sl_wording_record_counts(record);
  sl_json_set(*out, "student", sl_json_text(record->student));
  sl_json_set(*out, "lab", sl_json_text(record->lab));
  sl_json_set(*out, "platform_id", sl_json_text(record->platform_id));
  sl_json_set(*out, "comment", comments);
  sl_json_set(*out, "points", counts ? sl_json_number(sl_record_mark(record)) : json_null());
  sl_json_set(*out, "possible", sl_json_number(sl_record_possible(record)));
  sl_json_set(*out, "bonus", sl_json_number(sl_record_bonus(record)));
  sl_json_set(*out, "late", sl_json_number(record->late_percent));
  sl_json_set(*out, "verdict", sl_json_text(sl_record_verdict_name(record->verdict)));
  sl_json_set(*out, "handed_in", sl_json_text(record->handed_in));
  sl_json_set(*out, "digest", sl_json_text(record->digest));
  sl_json_set(*out, "rubric", sl_json_text(record->rubric));
  sl_json_set(*out, "grader", sl_json_text(record->grader));
  sl_json_set(*out, "extended", sl_json_text(record->extended));
  sl_json_set(*out, "decisions", decisions);
  return SL_OK;
}

/* Makes the mark without decisions. A first mark is compared with it. */
static sl_status make_undecided(const sl_record *record, json_t **out) {
  bool counts = record->verdict != SL_GRADE_INFRASTRUCTURE && record->verdict != SL_GRADE_ATTENTION;
  SL_TRY(make_mark(record, out));
  sl_json_set(*out, "points", counts ? sl_json_number(record->decided.computed) : json_null());
  sl_json_set(*out, "extended", sl_json_text(""));
  sl_json_set(*out, "decisions", sl_json_text(""));
  return SL_OK;
}

/* Reads the stored marks. If there is no such file, the result is an empty object. The file
 * includes marks of records that no longer exist, because a record may come back. */
static sl_status read_marks(const char *folder, json_t **out) {
  char path[PATH_BYTES];
  json_t *top;
  *out = NULL;
  (void)snprintf(path, sizeof path, "%.3900s/" SL_CHANGES_MARKS, folder);
  if (access(path, F_OK) != 0) {
    *out = json_object();
    return *out ? SL_OK : sl_fail(SL_ERR_MEMORY, "not enough memory for marks");
  }
  sl_status status = sl_json_read(path, &top);
  if (status != SL_OK) return sl_fail_at(status, "%s", path);
  json_t *former = json_object_get(top, "former");
  *out = json_incref(json_object_get(top, "marks"));
  if (json_is_object(former)) (void)json_object_update_missing(*out, former);
  json_decref(top);
  if (json_is_object(*out)) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s is damaged: it has no marks. Remove it to begin a new log",
                 path);
}

static sl_status write_marks(const char *folder, json_t *marks, json_t *former) {
  char path[PATH_BYTES];
  (void)snprintf(path, sizeof path, "%.3900s/" SL_CHANGES_MARKS, folder);
  json_t *top = json_object();
  sl_json_set(top, "format", json_integer(SL_RECORD_FORMAT));
  sl_json_set(top, "marks", marks);
  sl_json_set(top, "former", former);
  return sl_json_write(path, top);
}

/* ---- what changed ---------------------------------------------------------------------------- */

static const char *text_of(const json_t *mark, const char *name) {
  const char *text = json_string_value(json_object_get(mark, name));
  return text ? text : "";
}

static bool differs(const json_t *a, const json_t *b, const char *name) {
  return strcmp(text_of(a, name), text_of(b, name)) != 0;
}

static bool same_points(const json_t *a, const json_t *b) {
  const json_t *x = json_object_get(a, "points"), *y = json_object_get(b, "points");
  if (!json_is_number(x) || !json_is_number(y)) return json_is_number(x) == json_is_number(y);
  return fabs(json_number_value(x) - json_number_value(y)) < 0.005;
}

static sl_status put_reasons(FILE *file, const json_t *before, const json_t *after) {
  static const struct {
    const char *field, *why;
  } fields[] = {{"digest", "another file was submitted"},
                {"rubric", "the rubric changed"},
                {"grader", "the kit changed"},
                {"handed_in", "the submission time changed"}};
  sl_text why;
  const char *separator = "";
  SL_TRY(sl_wording_text_begin(&why));
  if (differs(before, after, "decisions")) {
    const char *now = text_of(after, "decisions"), *was = text_of(before, "decisions");
    (void)fprintf(why.stream, "decided: %s", now[0] ? now : "withdrawn: ");
    if (!now[0]) (void)fputs(was, why.stream);
    separator = "; ";
  }
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (!differs(before, after, fields[i].field)) continue;
    (void)fprintf(why.stream, "%s%s", separator, fields[i].why);
    separator = "; ";
  }
  if (!separator[0]) (void)fputs("graded again", why.stream);
  SL_TRY(sl_wording_text_end(&why));
  sl_put_csv_text(file, why.text);
  sl_wording_text_free(&why);
  return SL_OK;
}

static void put_points(FILE *file, const json_t *points) {
  char room[SL_POINTS_TEXT];
  if (json_is_number(points)) {
    (void)fputs(sl_wording_points(json_number_value(points), room), file);
  }
  (void)fputc(',', file);
}

static sl_status put_row(FILE *file, const sl_record *record, const json_t *before,
                         const json_t *after, time_t now) {
  char when[32];
  sl_iso_time_write(now, when, sizeof when);
  (void)fprintf(file, "%s,", when);
  sl_put_csv_text(file, record->student);
  (void)fputc(',', file);
  sl_put_csv_text(file, record->lab);
  (void)fputc(',', file);
  put_points(file, json_object_get(before, "points"));
  put_points(file, json_object_get(after, "points"));
  put_points(file, json_object_get(after, "possible"));
  SL_TRY(put_reasons(file, before, after));
  (void)fputs("\r\n", file);
  return SL_OK;
}

/* Whether a mark that was open is now judged. This is a first mark, unless a person decided it. */
static bool is_first(const json_t *before, const json_t *after) {
  return !json_is_number(json_object_get(before, "points")) && !differs(before, after, "decisions");
}

typedef struct changes_state {
  json_t *marks, *previous, *next;
  FILE *rows;
  time_t now;
  size_t changed;
} changes_state;

static sl_status note_record(changes_state *s, const sl_record *record) {
  char name[1024];
  json_t *after, *undecided = NULL;
  make_name(record, name, sizeof name);
  SL_TRY(make_mark(record, &after));
  const json_t *before = json_object_get(s->marks, name);
  if (!before) before = json_object_get(s->previous, name);
  sl_status status = before ? SL_OK : make_undecided(record, &undecided);
  if (!before) before = undecided;
  if (status == SL_OK && !is_first(before, after) && !same_points(before, after)) {
    s->changed++;
    status = put_row(s->rows, record, before, after, s->now);
  }
  json_decref(undecided);
  sl_json_set(s->next, name, after);
  return status;
}

/* Adds all rows by a single write. */
static sl_status add_rows(const char *folder, const sl_text *rows) {
  char path[PATH_BYTES], why[96];
  (void)snprintf(path, sizeof path, "%.3900s/" SL_CHANGES_LOG, folder);
  bool fresh = access(path, F_OK) != 0;
  FILE *file = sl_regular_fopen(path, 'a', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  if (fresh)
    (void)fputs("\"when\",\"student\",\"lab\",\"before\",\"after\",\"of\",\"why\"\r\n", file);
  (void)fputs(rows->text, file);
  bool failed = ferror(file) != 0;
  if (fclose(file) == 0 && !failed) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, strerror(errno));
}

static sl_status note_all(changes_state *s, const char *folder, const sl_records *records) {
  sl_text rows;
  SL_TRY(sl_wording_text_begin(&rows));
  sl_status status = SL_OK;
  s->rows = rows.stream;
  for (size_t i = 0; status == SL_OK && i < records->count; i++) {
    status = note_record(s, &records->all[i]);
  }
  sl_status written = sl_wording_text_end(&rows);
  if (status == SL_OK) status = written;
  if (status == SL_OK && s->changed) status = add_rows(folder, &rows);
  sl_wording_text_free(&rows);
  return status;
}

sl_status sl_changes_note(const char *folder, const char *previous, const sl_records *records,
                          time_t now, size_t *changed_out) {
  changes_state s = {.now = now};
  *changed_out = 0;
  sl_json_start();
  sl_status status = read_marks(folder, &s.marks);
  if (status == SL_OK && previous) status = read_marks(previous, &s.previous);
  if (status == SL_OK) {
    s.next = json_object();
    status = note_all(&s, folder, records);
  }
  if (status == SL_OK) {
    const char *name;
    json_t *mark;
    json_object_foreach(s.next, name, mark)(void) json_object_del(s.marks, name);
    status = write_marks(folder, json_incref(s.next), json_incref(s.marks));
  }
  *changed_out = s.changed;
  json_decref(s.next);
  json_decref(s.previous);
  json_decref(s.marks);
  return status;
}
