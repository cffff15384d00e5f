/* record_file.c: reads and writes a record file with a table of its fields. */
#include "grade/record.h"

#include "base/memory.h"
#include "grade/json.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of fields. NEW_… is a field that earlier records do not have. It is then empty, 0 or
 * false. */
typedef enum field_kind {
  TEXT,
  NEW_TEXT,
  DIGEST,
  NUMBER,
  NEW_NUMBER,
  LINE,
  FLAG,
  NEW_FLAG,
  VERDICT,
  KIND,
  SEED
} field_kind;

typedef struct record_file_field {
  const char *name;
  field_kind kind;
  size_t offset;
  double least, most; /* limits of a number */
} record_file_field;

#define MOST_POINTS 1e6
#define ANY         -1e300, 1e300
#define OF(member)  offsetof(sl_record, member)
static const record_file_field record_fields[] = {
    {"key", DIGEST, OF(key), 0, 0},
    {"student", TEXT, OF(student), 0, 0},
    {"platform_id", NEW_TEXT, OF(platform_id), 0, 0},
    {"lab", TEXT, OF(lab), 0, 0},
    {"file", TEXT, OF(file), 0, 0},
    {"digest", TEXT, OF(digest), 0, 0},
    {"rubric", TEXT, OF(rubric), 0, 0},
    {"grader", TEXT, OF(grader), 0, 0},
    {"backend", TEXT, OF(backend), 0, 0},
    {"device", TEXT, OF(device), 0, 0},
    {"sandbox", TEXT, OF(sandbox), 0, 0},
    {"seed", SEED, OF(seed), 0, 0},
    {"verdict", VERDICT, OF(verdict), 0, 0},
    {"message", TEXT, OF(message), 0, 0},
    {"line", LINE, OF(line), 0, 0},
    {"compiler", TEXT, OF(compiler), 0, 0},
    {"output", TEXT, OF(output), 0, 0},
    {"review", TEXT, OF(review), 0, 0},
    {"proposal", NEW_TEXT, OF(proposal), 0, 0},
    {"handed_in", TEXT, OF(handed_in), 0, 0},
    {"late_percent", NUMBER, OF(late_percent), 0, 100},
    {"most_bonus", NEW_NUMBER, OF(most_bonus), 0, MOST_POINTS},
    {"bonus_in_marks", NEW_FLAG, OF(bonus_in_marks), 0, 0}};
#undef OF
#define OF(member) offsetof(sl_record_item, member)
static const record_file_field item_fields[] = {
    {"id", TEXT, OF(id), 0, 0},
    {"kind", KIND, OF(kind), 0, 0},
    {"task", TEXT, OF(task), 0, 0},
    {"title", TEXT, OF(title), 0, 0},
    {"points", NUMBER, OF(points), 0, MOST_POINTS},
    {"possible", NUMBER, OF(possible), 0, MOST_POINTS},
    {"judged", FLAG, OF(judged), 0, 0},
    {"hidden", FLAG, OF(hidden), 0, 0},
    {"verdict", VERDICT, OF(verdict), 0, 0},
    {"mistake", TEXT, OF(mistake), 0, 0},
    {"what", TEXT, OF(what), 0, 0},
    {"hint", TEXT, OF(hint), 0, 0},
    {"detail", TEXT, OF(detail), 0, 0},
    {"line", LINE, OF(line), 0, 0},
    {"searched", FLAG, OF(searched), 0, 0},
    {"case", TEXT, OF(case_name), 0, 0},
    {"hidden_case", NEW_TEXT, OF(hidden_case), 0, 0},
    {"value", NUMBER, OF(value), ANY},
    {"bar", NUMBER, OF(bar), ANY},
    {"unit", TEXT, OF(unit), 0, 0},
    {"time_us", NUMBER, OF(time_us), 0, 1e300},
    {"reference_us", NUMBER, OF(reference_us), 0, 1e300}};
#undef OF
#define OF(member) offsetof(sl_record_file, member)
static const record_file_field file_fields[] = {
    {"path", TEXT, OF(path), 0, 0}, {"use", TEXT, OF(use), 0, 0}, {"what", TEXT, OF(what), 0, 0}};
#undef OF
enum {
  NUM_RECORD_FIELDS = sizeof record_fields / sizeof *record_fields,
  NUM_ITEM_FIELDS = sizeof item_fields / sizeof *item_fields,
  NUM_FILE_FIELDS = sizeof file_fields / sizeof *file_fields
};

sl_status sl_record_supported(void) {
  return SL_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *print_seed(uint64_t seed) {
  char digits[24];
  (void)snprintf(digits, sizeof digits, "%" PRIu64, seed);
  return sl_json_text(digits);
}

static json_t *put_value(const record_file_field *f, const void *base) {
  const void *at = (const char *)base + f->offset;
  switch (f->kind) {
  case TEXT:
  case NEW_TEXT:
  case DIGEST:
    return sl_json_text(*(char *const *)at);
  case NUMBER:
  case NEW_NUMBER:
    return sl_json_number(*(const double *)at);
  case LINE:
    return sl_json_number(*(const int *)at);
  case FLAG:
  case NEW_FLAG:
    return json_boolean(*(const bool *)at);
  case VERDICT:
    return sl_json_text(sl_record_verdict_name(*(const sl_grade_verdict *)at));
  case KIND:
    return sl_json_text(sl_record_item_kind_name(*(const sl_item_kind *)at));
  case SEED:
    return print_seed(*(const uint64_t *)at);
  }
  return NULL;
}

static void put_fields(json_t *object, const record_file_field *fields, int count,
                       const void *base) {
  for (int i = 0; i < count; i++) sl_json_set(object, fields[i].name, put_value(&fields[i], base));
}

sl_status sl_record_write(const char *path, const sl_record *record) {
  sl_json_start();
  json_t *top = json_object(), *items = json_array(), *files = json_array();
  sl_json_set(top, "format", json_integer(SL_RECORD_FORMAT));
  put_fields(top, record_fields, NUM_RECORD_FIELDS, record);
  for (size_t i = 0; i < record->num_items; i++) {
    json_t *item = json_object();
    put_fields(item, item_fields, NUM_ITEM_FIELDS, &record->items[i]);
    sl_json_append(items, item);
  }
  for (size_t i = 0; i < record->num_files; i++) {
    json_t *file = json_object();
    put_fields(file, file_fields, NUM_FILE_FIELDS, &record->files[i]);
    sl_json_append(files, file);
  }
  sl_json_set(top, "items", items);
  sl_json_set(top, "files", files);
  return sl_json_write(path, top);
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char *const kind_words[] = {[TEXT] = "a text",
                                         [DIGEST] = "64 hexadecimal digits",
                                         [NUMBER] = "a number",
                                         [NEW_NUMBER] = "a number",
                                         [LINE] = "the number of a line",
                                         [FLAG] = "true or false",
                                         [NEW_FLAG] = "true or false",
                                         [VERDICT] = "a verdict",
                                         [KIND] = "the kind of an item",
                                         [SEED] = "an integer as a text"};

static sl_status take_number(const record_file_field *f, const json_t *value, double *out) {
  *out = json_number_value(value);
  if (json_is_number(value) && *out >= f->least && *out <= f->most) return SL_OK;
  if (!json_is_number(value)) return sl_fail(SL_ERR_INPUT, "is not a number");
  return sl_fail(SL_ERR_INPUT, "is %g, but must be from %g to %g", *out, f->least, f->most);
}

static bool is_digest(const char *text) {
  return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

static bool take_seed(const char *text, uint64_t *out) {
  errno = 0;
  *out = strtoull(text, NULL, 10);
  return *text && strspn(text, "0123456789") == strlen(text) && errno == 0;
}

static bool take_kind(const char *text, sl_item_kind *out) {
  for (int i = 0; i < SL_NUM_ITEM_KINDS; i++) {
    if (strcmp(text, sl_record_item_kind_name((sl_item_kind)i)) == 0) {
      *out = (sl_item_kind)i;
      return true;
    }
  }
  return false;
}

static bool take_line(const json_t *value, int *out) {
  json_int_t line = json_integer_value(value);
  *out = (int)line;
  return json_is_integer(value) && line >= 0 && line <= INT_MAX;
}

static sl_status take_value(const record_file_field *f, const json_t *value, void *at) {
  if (!value && f->kind == NEW_TEXT) return sl_record_set(at, "");
  if (!value && (f->kind == NEW_NUMBER || f->kind == NEW_FLAG)) return SL_OK;
  if (!value) return sl_fail(SL_ERR_INPUT, "is missing");
  const char *text = json_string_value(value);
  bool is_flag = f->kind == FLAG || f->kind == NEW_FLAG;
  bool fits = is_flag ? json_is_boolean(value) : text != NULL;
  switch (f->kind) {
  case NUMBER:
  case NEW_NUMBER:
    return take_number(f, value, at);
  case LINE:
    fits = take_line(value, at);
    break;
  case FLAG:
  case NEW_FLAG:
    *(bool *)at = json_is_true(value);
    break;
  case TEXT:
  case NEW_TEXT:
  case DIGEST:
    fits = fits && (f->kind != DIGEST || is_digest(text));
    if (fits) return sl_record_set(at, text);
    break;
  case VERDICT:
    fits = fits && sl_record_verdict_read(text, at) == SL_OK;
    break;
  case KIND:
    fits = fits && take_kind(text, at);
    break;
  case SEED:
    fits = fits && take_seed(text, at);
    break;
  }
  return fits ? SL_OK : sl_fail(SL_ERR_INPUT, "is not %s", kind_words[f->kind]);
}

/* Refuses a name that is neither in the table nor in `others`. */
static sl_status refuse_unknown(json_t *object, const record_file_field *fields, int count,
                                const char *const *others) {
  const char *name;
  json_t *value;
  json_object_foreach(object, name, value) {
    bool known = false;
    for (int i = 0; i < count && !known; i++) known = strcmp(name, fields[i].name) == 0;
    for (int i = 0; others[i] && !known; i++) known = strcmp(name, others[i]) == 0;
    if (!known) return sl_fail(SL_ERR_INPUT, "%.60s: records do not have this field", name);
  }
  return SL_OK;
}

static sl_status take_fields(json_t *object, const record_file_field *fields, int count, void *base,
                             const char *const *others) {
  if (!json_is_object(object)) return sl_fail(SL_ERR_INPUT, "is not an object");
  for (int i = 0; i < count; i++) {
    const record_file_field *f = &fields[i];
    sl_status status = take_value(f, json_object_get(object, f->name), (char *)base + f->offset);
    if (status != SL_OK) return sl_fail_at(status, "%s", f->name);
  }
  return refuse_unknown(object, fields, count, others);
}

static sl_status take_item(json_t *value, sl_record *record) {
  static const char *const none[] = {NULL};
  sl_record_item *item;
  SL_TRY(sl_record_add(record, &item));
  SL_TRY(take_fields(value, item_fields, NUM_ITEM_FIELDS, item, none));
  if (item->points > item->possible) {
    return sl_fail(SL_ERR_INPUT, "points: more than possible, %g of %g", item->points,
                   item->possible);
  }
  for (const sl_record_item *other = record->items; other < item; other++) {
    if (strcmp(other->id, item->id) == 0) {
      return sl_fail(SL_ERR_INPUT, "id: \"%.60s\" occurs twice", item->id);
    }
  }
  return SL_OK;
}

/* Reads the list of files, which earlier records do not have. */
static sl_status take_files(json_t *files, sl_record *record) {
  static const char *const none[] = {NULL};
  if (!files) return SL_OK;
  if (!json_is_array(files) || json_array_size(files) > SL_RECORD_MOST_ITEMS) {
    return sl_fail(SL_ERR_INPUT, "files: is not a list of at most %d files", SL_RECORD_MOST_ITEMS);
  }
  for (size_t i = 0; i < json_array_size(files); i++) {
    sl_record_file *file;
    SL_TRY(sl_record_add_file(record, &file));
    sl_status status =
        take_fields(json_array_get(files, i), file_fields, NUM_FILE_FIELDS, file, none);
    if (status != SL_OK) return sl_fail_at(status, "files[%zu]", i);
  }
  return SL_OK;
}

static sl_status take_record(json_t *top, sl_record *record) {
  static const char *const others[] = {"format", "items", "files", NULL};
  const json_t *format = json_object_get(top, "format");
  if (!json_is_integer(format) || json_integer_value(format) != SL_RECORD_FORMAT) {
    return sl_fail(SL_ERR_INPUT, "format: is not %d, the format that this kit reads",
                   SL_RECORD_FORMAT);
  }
  SL_TRY(take_fields(top, record_fields, NUM_RECORD_FIELDS, record, others));
  const json_t *items = json_object_get(top, "items");
  if (!json_is_array(items) || json_array_size(items) > SL_RECORD_MOST_ITEMS) {
    return sl_fail(SL_ERR_INPUT, "items: is not a list of at most %d items", SL_RECORD_MOST_ITEMS);
  }
  for (size_t i = 0; i < json_array_size(items); i++) {
    sl_status status = take_item(json_array_get(items, i), record);
    if (status != SL_OK) return sl_fail_at(status, "items[%zu]", i);
  }
  return take_files(json_object_get(top, "files"), record);
}

sl_status sl_record_read(const char *path, sl_record *out) {
  json_t *top;
  *out = (sl_record){0};
  sl_status status = sl_json_read(path, &top);
  if (status == SL_OK) status = sl_record_make(out);
  if (status == SL_OK) status = take_record(top, out);
  json_decref(top);
  if (status == SL_OK) return SL_OK;
  sl_record_free(out);
  return sl_fail_at(status, "%s", path);
}
