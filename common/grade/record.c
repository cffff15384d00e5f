/* record.c: a record in memory: its names, its points, and texts that are safe to show. */
#include "grade/record.h"

#include "base/memory.h"
#include "base/visible.h"

#include <string.h>

static const char *const verdict_names[SL_NUM_GRADE_VERDICTS] = {
    [SL_GRADE_PASS] = "pass",
    [SL_GRADE_PARTIAL] = "partial",
    [SL_GRADE_WRONG] = "wrong",
    [SL_GRADE_NOT_WRITTEN] = "not written",
    [SL_GRADE_NOT_COMPILED] = "does not compile",
    [SL_GRADE_CRASHED] = "crashed",
    [SL_GRADE_TIMED_OUT] = "timed out",
    [SL_GRADE_OUT_OF_MEMORY] = "out of memory",
    [SL_GRADE_FORBIDDEN] = "forbidden",
    [SL_GRADE_REVIEW] = "review",
    [SL_GRADE_ATTENTION] = "needs attention",
    [SL_GRADE_INFRASTRUCTURE] = "infrastructure"};

static const char *const kind_names[SL_NUM_ITEM_KINDS] = {[SL_ITEM_TASK] = "task",
                                                          [SL_ITEM_BAR] = "bar",
                                                          [SL_ITEM_CLEAN] = "clean",
                                                          [SL_ITEM_PERFORMANCE] = "performance",
                                                          [SL_ITEM_BONUS] = "bonus"};

const char *sl_record_verdict_name(sl_grade_verdict verdict) {
  return verdict_names[verdict];
}

const char *sl_record_item_kind_name(sl_item_kind kind) {
  return kind_names[kind];
}

sl_status sl_record_verdict_read(const char *name, sl_grade_verdict *out) {
  for (int i = 0; i < SL_NUM_GRADE_VERDICTS; i++) {
    if (strcmp(name, verdict_names[i]) == 0) {
      *out = (sl_grade_verdict)i;
      return SL_OK;
    }
  }
  return sl_fail(SL_ERR_INPUT, "\"%.40s\" is not a verdict", name);
}

/* Adds up the points, or with `possible` the possible points, of all bonus items, or of all other
 * items. Only judged items have points. */
static double add_up(const sl_record *record, bool bonus, bool possible) {
  double sum = 0;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if ((item->kind == SL_ITEM_BONUS) != bonus) continue;
    sum += possible ? item->possible : item->judged ? item->points : 0;
  }
  return sum;
}

double sl_record_points(const sl_record *record) {
  if (record->decided.overridden) return record->decided.points;
  return add_up(record, false, false) * (1 - record->late_percent / 100);
}

static double limit_bonus(const sl_record *record, double points) {
  return record->most_bonus > 0 && points > record->most_bonus ? record->most_bonus : points;
}

double sl_record_bonus(const sl_record *record) {
  double points = limit_bonus(record, add_up(record, true, false));
  return points * (1 - record->late_percent / 100);
}

double sl_record_possible_bonus(const sl_record *record) {
  return limit_bonus(record, add_up(record, true, true));
}

double sl_record_mark(const sl_record *record) {
  bool added = record->bonus_in_marks && !record->decided.overridden;
  return sl_record_points(record) + (added ? sl_record_bonus(record) : 0);
}

bool sl_record_is_overridden(const sl_record *record) {
  bool any = record->decided.overridden;
  for (size_t i = 0; i < record->num_items; i++) {
    any = any || record->items[i].decided.overridden;
  }
  return any;
}

double sl_record_possible(const sl_record *record) {
  return add_up(record, false, true);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static const char cut[] = "…";

/* Returns how many bytes of `text` to show. If the text is longer than `most`, room for an ellipsis
 * is left, if `most` allows one. */
static size_t measure(const char *text, size_t most, bool *cut_out) {
  size_t size = 0, before_cut = 0;
  for (size_t left = strlen(text), length, taken; left > 0; text += taken, left -= taken) {
    (void)sl_visible_next(text, left, &length, &taken);
    *cut_out = size + length > most;
    if (*cut_out) return before_cut;
    size += length;
    if (size + strlen(cut) <= most) before_cut = size;
  }
  *cut_out = false;
  return size;
}

sl_status sl_record_text(const char *text, size_t most, char **out) {
  bool is_cut;
  size_t size = measure(text, most, &is_cut), at = 0;
  SL_TRY(sl_alloc(size + sizeof cut, 1, "a text of a record", out));
  for (size_t left = strlen(text), length, taken; at < size; text += taken, left -= taken) {
    const char *character = sl_visible_next(text, left, &length, &taken);
    memcpy(*out + at, character, length);
    at += length;
  }
  if (is_cut && most >= strlen(cut)) {
    memcpy(*out + at, cut, strlen(cut));
    at += strlen(cut);
  }
  (*out)[at] = '\0';
  return SL_OK;
}

void sl_record_show(const char *text, char *out, size_t size) {
  size_t at = 0;
  for (size_t left = strlen(text), length, taken; left > 0; text += taken, left -= taken) {
    const char *character = sl_visible_next(text, left, &length, &taken);
    bool breaks = length == 1 && (*character == '\n' || *character == '\t');
    if (breaks) length = 3;
    if (at + length >= size) break;
    memcpy(out + at, breaks ? "\xef\xbf\xbd" : character, length);
    at += length;
  }
  out[at] = '\0';
}

sl_status sl_record_set(char **inout, const char *text) {
  char *copy;
  SL_TRY(sl_record_text(text, SL_RECORD_TEXT, &copy));
  sl_free(*inout);
  *inout = copy;
  return SL_OK;
}

/* ---- making and freeing ---------------------------------------------------------------------- */

/* Lists of the text fields, used for making and freeing them. */
enum { RECORD_TEXTS = 22, ITEM_TEXTS = 12, FILE_TEXTS = 3 };

static void list_record_texts(sl_record *r, char **texts[RECORD_TEXTS]) {
  char **const all[RECORD_TEXTS] = {&r->key,       &r->student,          &r->lab,
                                    &r->file,      &r->digest,           &r->rubric,
                                    &r->grader,    &r->backend,          &r->device,
                                    &r->sandbox,   &r->message,          &r->compiler,
                                    &r->output,    &r->review,           &r->proposal,
                                    &r->handed_in, &r->decided.override, &r->decided.comment,
                                    &r->extension, &r->extended,         &r->platform_id,
                                    &r->alias};
  memcpy(texts, all, sizeof all);
}

static void list_item_texts(sl_record_item *i, char **texts[ITEM_TEXTS]) {
  char **const all[ITEM_TEXTS] = {&i->id,
                                  &i->task,
                                  &i->title,
                                  &i->mistake,
                                  &i->what,
                                  &i->hint,
                                  &i->detail,
                                  &i->case_name,
                                  &i->hidden_case,
                                  &i->unit,
                                  &i->decided.override,
                                  &i->decided.comment};
  memcpy(texts, all, sizeof all);
}

static void list_file_texts(sl_record_file *f, char **texts[FILE_TEXTS]) {
  char **const all[FILE_TEXTS] = {&f->path, &f->use, &f->what};
  memcpy(texts, all, sizeof all);
}

static void free_texts(char **texts[], int count) {
  for (int i = 0; i < count; i++) {
    sl_free(*texts[i]);
    *texts[i] = NULL;
  }
}

static sl_status make_texts(char **texts[], int count) {
  for (int i = 0; i < count; i++) {
    sl_status status = sl_alloc(1, 1, "a text of a record", texts[i]);
    if (status != SL_OK) {
      free_texts(texts, count);
      return status;
    }
  }
  return SL_OK;
}

sl_status sl_record_make(sl_record *out) {
  *out = (sl_record){0};
  char **texts[RECORD_TEXTS];
  list_record_texts(out, texts);
  return make_texts(texts, RECORD_TEXTS);
}

sl_status sl_record_add(sl_record *record, sl_record_item **out) {
  sl_record_item item = {0};
  char **texts[ITEM_TEXTS];
  list_item_texts(&item, texts);
  SL_TRY(make_texts(texts, ITEM_TEXTS));
  sl_status status =
      sl_resize(record->num_items + 1, sizeof *record->items, "a record", &record->items);
  if (status != SL_OK) {
    free_texts(texts, ITEM_TEXTS);
    return status;
  }
  *out = &record->items[record->num_items++];
  **out = item;
  return SL_OK;
}

sl_status sl_record_add_file(sl_record *record, sl_record_file **out) {
  sl_record_file file = {0};
  char **texts[FILE_TEXTS];
  list_file_texts(&file, texts);
  SL_TRY(make_texts(texts, FILE_TEXTS));
  sl_status status =
      sl_resize(record->num_files + 1, sizeof *record->files, "a record", &record->files);
  if (status != SL_OK) {
    free_texts(texts, FILE_TEXTS);
    return status;
  }
  *out = &record->files[record->num_files++];
  **out = file;
  return SL_OK;
}

void sl_record_free(sl_record *record) {
  char **texts[RECORD_TEXTS];
  for (size_t i = 0; i < record->num_items; i++) {
    list_item_texts(&record->items[i], texts);
    free_texts(texts, ITEM_TEXTS);
  }
  for (size_t i = 0; i < record->num_files; i++) {
    list_file_texts(&record->files[i], texts);
    free_texts(texts, FILE_TEXTS);
  }
  sl_free(record->files);
  sl_free(record->items);
  list_record_texts(record, texts);
  free_texts(texts, RECORD_TEXTS);
  *record = (sl_record){0};
}

void sl_records_free(sl_records *records) {
  for (size_t i = 0; i < records->count; i++) sl_record_free(&records->all[i]);
  sl_free(records->all);
  *records = (sl_records){0};
}
