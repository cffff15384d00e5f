/* gradebook.c: one row per student, for a spreadsheet or another program (RFC 4180). */
#include "grade/put.h"

#include "base/memory.h"
#include "grade/tally.h"

#include <string.h>

/* Whether a spreadsheet would take the text for a formula. Spreadsheets recognise a formula by its
 * first character, even after blanks and in the wide form of East Asian scripts. */
static bool is_formula(const char *text) {
  static const char *const signs[] = {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"};
  while (*text == ' ' || *text == '\n') text++;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (strncmp(text, signs[i], strlen(signs[i])) == 0) return true;
  }
  return false;
}

/* most characters of a cell, below the limits of all spreadsheets and CSV readers */
enum { MOST_OF_CELL = 1000 };

/* Writes a text, followed by `more`, in quotes and on one line. A longer text is cut between
 * characters. */
static void put_cell(FILE *file, const char *text, const char *more) {
  size_t left = MOST_OF_CELL;
  (void)fputc('"', file);
  if (is_formula(text)) (void)fputc('\'', file);
  for (; *text && (left > 0 || ((unsigned char)*text & 0xc0) == 0x80); text++) {
    if (*text == '"') (void)fputc('"', file);
    (void)fputc(*text == '\n' || *text == '\t' ? ' ' : *text, file);
    if (left > 0) left--;
  }
  if (*text) (void)fputs(" …", file);
  (void)fprintf(file, "%s\"", more);
}

void sl_put_csv_text(FILE *file, const char *text) {
  put_cell(file, text, "");
}

static void put_points(FILE *file, double points) {
  char room[SL_POINTS_TEXT];
  (void)fprintf(file, ",%s", sl_wording_points(points, room));
}

static const sl_record *find(const sl_student *student, const char *lab) {
  for (size_t i = 0; i < student->count; i++) {
    if (strcmp(student->records[i].lab, lab) == 0) return &student->records[i];
  }
  return NULL;
}

typedef struct gradebook_sums {
  double total, late, possible, open;
  bool counts; /* at least one item was judged */
} gradebook_sums;

static gradebook_sums add_up(const sl_student *student) {
  gradebook_sums s = {0};
  for (size_t i = 0; i < student->count; i++) {
    const sl_record *r = &student->records[i];
    s.counts = s.counts || sl_wording_record_counts(r);
    s.total += sl_record_mark(r);
    s.late += sl_wording_record_late(r);
    s.possible += sl_record_possible(r);
    s.open += sl_wording_record_open(r);
  }
  return s;
}

/* Writes why a person must check, for each lab. */
static sl_status put_review(FILE *file, const sl_student *student) {
  sl_text why;
  SL_TRY(sl_wording_text_begin(&why));
  const char *separator = "";
  for (size_t i = 0; i < student->count; i++) {
    const sl_record *r = &student->records[i];
    if (!r->review[0] && r->verdict != SL_GRADE_REVIEW) continue;
    (void)fprintf(why.stream, "%s%s: %s", separator, r->lab, r->review[0] ? r->review : "review");
    separator = "; ";
  }
  SL_TRY(sl_wording_text_end(&why));
  (void)fputc(',', file);
  sl_put_csv_text(file, why.text);
  sl_wording_text_free(&why);
  return SL_OK;
}

/* Writes the decisions of people, for each lab. */
static sl_status put_decisions(FILE *file, const sl_student *student) {
  sl_text all;
  const char *separator = "";
  SL_TRY(sl_wording_text_begin(&all));
  for (size_t i = 0; i < student->count; i++) {
    char before[80];
    (void)snprintf(before, sizeof before, "%s%.60s: ", separator, student->records[i].lab);
    if (sl_wording_record_list_decided(all.stream, &student->records[i], true, before))
      separator = "; ";
  }
  SL_TRY(sl_wording_text_end(&all));
  (void)fputc(',', file);
  sl_put_csv_text(file, all.text);
  sl_wording_text_free(&all);
  return SL_OK;
}

/* ---- bonus points ---------------------------------------------------------------------------- */

/* Whether a record of the lab has bonus goals. Then the lab has a column for bonus points. */
static bool has_bonus(const sl_records *records, const char *lab) {
  for (size_t i = 0; i < records->count; i++) {
    const sl_record *record = &records->all[i];
    if (strcmp(record->lab, lab) == 0 && sl_record_possible_bonus(record) > 0) return true;
  }
  return false;
}

static void put_bonus(FILE *file, const sl_student *student, const sl_records *records,
                      const char *const *labs, size_t num_labs) {
  for (size_t i = 0; i < num_labs; i++) {
    if (!has_bonus(records, labs[i])) continue;
    const sl_record *r = find(student, labs[i]);
    if (r && sl_wording_record_counts(r)) {
      put_points(file, sl_record_bonus(r));
    } else {
      (void)fputc(',', file);
    }
  }
}

/* ---- times on a GPU -------------------------------------------------------------------------- */

/* The items with a measured time for at least one student. Each has three columns. */
typedef struct timed {
  const char *lab, *id;
} timed;

typedef struct timed_list {
  timed *all;
  size_t count;
} timed_list;

static sl_status note_timed(timed_list *list, const char *lab, const char *id) {
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->all[i].lab, lab) == 0 && strcmp(list->all[i].id, id) == 0) return SL_OK;
  }
  SL_TRY(sl_resize(list->count + 1, sizeof *list->all, "the columns of times", &list->all));
  list->all[list->count++] = (timed){lab, id};
  return SL_OK;
}

/* Lists the timed items, sorted by labs, because records may be in any order. */
static sl_status list_timed(const sl_records *records, const char *const *labs, size_t num_labs,
                            timed_list *out) {
  *out = (timed_list){NULL, 0};
  for (size_t l = 0; l < num_labs; l++) {
    for (size_t r = 0; r < records->count; r++) {
      const sl_record *record = &records->all[r];
      if (strcmp(record->lab, labs[l]) != 0) continue;
      for (size_t i = 0; i < record->num_items; i++) {
        if (!sl_wording_item_is_timed(&record->items[i])) continue;
        SL_TRY(note_timed(out, labs[l], record->items[i].id));
      }
    }
  }
  return SL_OK;
}

static void put_timed_header(FILE *file, const timed_list *list) {
  static const char *const figures[] = {"us", "reference us", "ratio"};
  for (size_t i = 0; i < list->count; i++) {
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
      char more[160];
      (void)snprintf(more, sizeof more, " %.100s %s", list->all[i].id, figures[k]);
      (void)fputc(',', file);
      put_cell(file, list->all[i].lab, more);
    }
  }
}

static const sl_record_item *find_timed(const sl_record *record, const char *id) {
  for (size_t i = 0; record && i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (strcmp(item->id, id) == 0 && sl_wording_item_is_timed(item)) return item;
  }
  return NULL;
}

static void put_timed(FILE *file, const sl_student *student, const timed_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const sl_record_item *item = find_timed(find(student, list->all[i].lab), list->all[i].id);
    if (item) {
      (void)fprintf(file, ",%.2f,%.2f,%.3f", item->time_us, item->reference_us, item->value);
    } else {
      (void)fputs(",,,", file);
    }
  }
}

/* Writes number, name and group, if there is a roster. */
static void put_identity(FILE *file, const sl_roster *roster, const sl_student *student) {
  static const sl_roster_entry nobody = {"", "", "", "", "", "", 0};
  const sl_roster_entry *e = sl_roster_find(roster, student->name, student->records->platform_id);
  if (roster->count == 0) return;
  if (!e) e = &nobody;
  const char *const cells[] = {e->number, e->name, e->group};
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
    (void)fputc(',', file);
    sl_put_csv_text(file, cells[i]);
  }
}

static sl_status put_row(FILE *file, const sl_outputs *outputs, const sl_student *student,
                         const sl_records *records, const char *const *labs, size_t num_labs,
                         const timed_list *times) {
  sl_put_csv_text(file, student->name);
  put_identity(file, &outputs->roster, student);
  for (size_t i = 0; i < num_labs; i++) {
    const sl_record *r = find(student, labs[i]);
    if (r && sl_wording_record_counts(r)) {
      put_points(file, sl_record_points(r));
    } else {
      (void)fputc(',', file); /* not graded: the field is empty, not 0 */
    }
  }
  gradebook_sums s = add_up(student);
  put_points(file, s.late);
  if (s.counts) {
    put_points(file, s.total);
  } else {
    (void)fputc(',', file);
  }
  put_points(file, s.possible);
  put_points(file, s.open);
  SL_TRY(put_review(file, student));
  SL_TRY(put_decisions(file, student));
  for (size_t i = 0; i < num_labs; i++) {
    const sl_record *r = find(student, labs[i]);
    (void)fputc(',', file);
    sl_put_csv_text(file, r ? sl_record_verdict_name(r->verdict) : "");
  }
  put_bonus(file, student, records, labs, num_labs);
  put_timed(file, student, times);
  (void)fputs("\r\n", file);
  return SL_OK;
}

static void put_header(FILE *file, const sl_outputs *outputs, const sl_records *records,
                       const char *const *labs, size_t num_labs, const timed_list *times) {
  (void)fputs("\"student\"", file);
  if (outputs->roster.count) (void)fputs(",\"number\",\"name\",\"group\"", file);
  for (size_t i = 0; i < num_labs; i++) {
    (void)fputc(',', file);
    sl_put_csv_text(file, labs[i]);
  }
  (void)fputs(",\"late\",\"total\",\"possible\",\"open\",\"review\",\"decisions\"", file);
  for (size_t i = 0; i < num_labs; i++) {
    (void)fputc(',', file);
    put_cell(file, labs[i], " verdict");
  }
  for (size_t i = 0; i < num_labs; i++) {
    if (!has_bonus(records, labs[i])) continue;
    (void)fputc(',', file);
    put_cell(file, labs[i], " bonus");
  }
  put_timed_header(file, times);
  (void)fputs("\r\n", file);
}

sl_status sl_put_gradebook(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  const char **labs;
  size_t num_labs;
  timed_list times;
  SL_TRY(sl_tally_list_labs(records, &labs, &num_labs));
  sl_status status = list_timed(records, labs, num_labs, &times);
  if (status == SL_OK) put_header(file, outputs, records, labs, num_labs, &times);
  for (size_t at = 0; status == SL_OK && at < records->count;) {
    sl_student student = sl_put_student_at(records, at);
    status = put_row(file, outputs, &student, records, labs, num_labs, &times);
    at += student.count;
  }
  sl_free(times.all);
  sl_free(labs);
  return status;
}
