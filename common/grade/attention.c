/* attention.c: finds, in the records, what a person should check. */
#include "grade/attention.h"

#include "base/memory.h"
#include "base/path.h"
#include "grade/json.h"
#include "grade/put.h"

#include <string.h>
#include <unistd.h>

enum { MOST_IN_LINE = 100 };

/* ---- the list -------------------------------------------------------------------------------- */

static sl_status add(sl_attention *list, sl_attention_kind kind, const sl_record *record,
                     const char *file, const char *why) {
  SL_TRY(sl_resize(list->count + 1, sizeof *list->rows, "what needs attention", &list->rows));
  list->rows[list->count++] = (sl_attention_row){kind, record, file, why};
  list->counts[kind]++;
  return SL_OK;
}

/* Whether points are open, or were refused although the file was never judged. */
static bool is_open(const sl_record *record) {
  bool refused = record->verdict == SL_GRADE_FORBIDDEN && !sl_wording_record_is_of_file(record);
  bool decided = sl_record_is_overridden(record) && sl_wording_record_open(record) <= 0;
  if (decided) return false;
  return record->review[0] || record->verdict == SL_GRADE_REVIEW ||
         !sl_wording_record_counts(record) || refused;
}

static const char *reason_of(const sl_record *record) {
  const char *reason = record->review[0] ? record->review : record->message;
  for (size_t i = 0; !reason[0] && i < record->num_items; i++) {
    if (!record->items[i].judged) reason = record->items[i].what;
  }
  return reason;
}

/* Returns the file to list in the row of the submission: the proposal, or its first file. */
static const char *file_of(const sl_record *record) {
  if (record->proposal[0] || record->file[0]) {
    return record->proposal[0] ? record->proposal : record->file;
  }
  return record->num_files ? record->files[0].path : "";
}

/* Whether the file is used for another lab, or already listed, in the records of the same student.
 */
static bool is_told(const sl_student *student, size_t record, const char *path) {
  for (size_t r = 0; r < student->count; r++) {
    const sl_record *other = &student->records[r];
    if (r == record) continue;
    if (strcmp(other->proposal, path) == 0) return true;
    for (size_t i = 0; i < other->num_files; i++) {
      const sl_record_file *file = &other->files[i];
      if (strcmp(file->path, path) != 0) continue;
      if (r < record || strcmp(file->use, SL_USE_GRADED) == 0) return true;
    }
  }
  return false;
}

static sl_status add_files(sl_attention *list, const sl_student *student, size_t at,
                           sl_attention_kind kind) {
  const sl_record *record = &student->records[at];
  const char *use = kind == SL_ATTENTION_FILE ? SL_USE_LOOK : SL_USE_NONE;
  for (size_t i = 0; i < record->num_files; i++) {
    const sl_record_file *file = &record->files[i];
    if (strcmp(file->use, use) != 0) continue;
    if (is_open(record) && strcmp(file_of(record), file->path) == 0) continue; /* already listed */
    if (!is_told(student, at, file->path)) SL_TRY(add(list, kind, record, file->path, file->what));
  }
  return SL_OK;
}

static sl_status add_of_kind(sl_attention *list, const sl_records *records,
                             sl_attention_kind kind) {
  for (size_t at = 0; at < records->count;) {
    sl_student student = sl_put_student_at(records, at);
    for (size_t i = 0; i < student.count; i++) {
      const sl_record *record = &student.records[i];
      if (kind != SL_ATTENTION_SUBMISSION) {
        SL_TRY(add_files(list, &student, i, kind));
      } else if (is_open(record)) {
        SL_TRY(add(list, kind, record, file_of(record), reason_of(record)));
        list->proposals += record->proposal[0] != '\0';
      }
    }
    at += student.count;
  }
  return SL_OK;
}

sl_status sl_attention_make(const sl_records *records, const sl_outputs *outputs,
                            sl_attention *out) {
  *out = (sl_attention){.rows = NULL};
  SL_TRY(add_of_kind(out, records, SL_ATTENTION_SUBMISSION));
  SL_TRY(add_of_kind(out, records, SL_ATTENTION_FILE));
  for (size_t i = 0; i < outputs->strays.count; i++) {
    const sl_stray *stray = &outputs->strays.all[i];
    SL_TRY(add(out, SL_ATTENTION_STRAY, NULL, stray->path, stray->why));
  }
  return add_of_kind(out, records, SL_ATTENTION_OTHER);
}

void sl_attention_free(sl_attention *attention) {
  sl_free(attention->rows);
  *attention = (sl_attention){.rows = NULL};
}

/* ---- output as a line and as a table --------------------------------------------------------- */

static void put_row(FILE *file, const sl_attention_row *row) {
  char shown[256];
  const char *name = row->kind == SL_ATTENTION_STRAY ? sl_base_name(row->file) : row->file;
  if (row->record) {
    sl_record_show(row->record->student, shown, sizeof shown);
    (void)fprintf(file, "%s%s", shown, name[0] ? ": " : "");
  }
  sl_record_show(name, shown, sizeof shown);
  (void)fprintf(file, "%s%s", shown, row->kind == SL_ATTENTION_STRAY ? " (nobody's)" : "");
}

void sl_attention_put_line(FILE *file, const sl_attention *attention) {
  size_t named = attention->count - attention->counts[SL_ATTENTION_OTHER];
  const char *separator = "Needs attention: ";
  if (attention->count == 0) return;
  for (size_t i = 0; i < named && i < MOST_IN_LINE; i++) {
    (void)fputs(separator, file);
    put_row(file, &attention->rows[i]);
    separator = "; ";
  }
  if (named > MOST_IN_LINE) (void)fprintf(file, "; and %zu more", named - MOST_IN_LINE);
  size_t others = attention->counts[SL_ATTENTION_OTHER];
  if (others) {
    (void)fprintf(file, "%s%zu file%s that %s", separator, others, others == 1 ? "" : "s",
                  others == 1 ? "is not a source" : "are not sources");
  }
  (void)fputs(".\n", file);
}

sl_status sl_put_attention(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  sl_attention list;
  sl_status status = sl_attention_make(records, outputs, &list);
  (void)fputs("\"student\",\"lab\",\"verdict\",\"file\",\"why\"\r\n", file);
  for (size_t i = 0; status == SL_OK && i < list.count; i++) {
    const sl_attention_row *row = &list.rows[i];
    bool whole = row->kind == SL_ATTENTION_SUBMISSION;
    const char *const cells[] = {
        row->record ? row->record->student : "", whole ? row->record->lab : "",
        whole ? sl_record_verdict_name(row->record->verdict) : "", row->file, row->why};
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
      if (k) (void)fputc(',', file);
      sl_put_csv_text(file, cells[k]);
    }
    (void)fputs("\r\n", file);
  }
  sl_attention_free(&list);
  return status;
}

/* ---- files without a student ----------------------------------------------------------------- */

sl_status sl_strays_write(const char *folder, const sl_strays *strays) {
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/class.json", folder);
  sl_json_start();
  json_t *top = json_object(), *list = json_array();
  sl_json_set(top, "format", json_integer(SL_RECORD_FORMAT));
  for (size_t i = 0; i < strays->count; i++) {
    json_t *stray = json_object();
    sl_json_set(stray, "path", sl_json_text(strays->all[i].path));
    sl_json_set(stray, "why", sl_json_text(strays->all[i].why));
    sl_json_append(list, stray);
  }
  sl_json_set(top, "not_used", list);
  return sl_json_write(path, top);
}

sl_status sl_strays_read(const char *folder, sl_strays *out) {
  char path[4096];
  json_t *top;
  *out = (sl_strays){NULL, 0};
  (void)snprintf(path, sizeof path, "%s/class.json", folder);
  if (access(path, F_OK) != 0) return SL_OK;
  sl_status status = sl_json_read(path, &top);
  if (status != SL_OK) return sl_fail_at(status, "%s", path);
  const json_t *strays = json_object_get(top, "not_used");
  for (size_t i = 0; status == SL_OK && i < json_array_size(strays); i++) {
    const json_t *stray = json_array_get(strays, i);
    const char *name = json_string_value(json_object_get(stray, "path"));
    const char *why = json_string_value(json_object_get(stray, "why"));
    if (name && why) status = sl_strays_add(out, name, why);
  }
  json_decref(top);
  return status;
}
