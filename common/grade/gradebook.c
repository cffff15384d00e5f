/* gradebook.c: a row a student, for a spreadsheet or another program (RFC 4180). */
#include "grade/put.h"

#include "base/memory.h"
#include "grade/tally.h"

#include <string.h>

/* Spreadsheets take a cell for a formula by its first sign, also behind blanks and in the wide form
 * of East Asian scripts. */
static bool is_formula(const char *text) {
  static const char *const signs[] = {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"};
  while (*text == ' ' || *text == '\n') text++;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (strncmp(text, signs[i], strlen(signs[i])) == 0) return true;
  }
  return false;
}

/* Spreadsheets and readers of CSV have limits of their own: none is as low as this. */
enum { MOST_OF_CELL = 1000 };

/* A text and what follows it, in quotes and on one line. A longer one is cut within no character.
 */
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

static void put_text(FILE *file, const char *text) {
  put_cell(file, text, "");
}

static void put_points(FILE *file, double points) {
  char room[SL_POINTS_TEXT];
  (void)fprintf(file, ",%s", sl_points_text(points, room));
}

static const sl_record *find(const sl_student *student, const char *lab) {
  for (size_t i = 0; i < student->count; i++) {
    if (strcmp(student->records[i].lab, lab) == 0) return &student->records[i];
  }
  return NULL;
}

typedef struct sums {
  double total, late, possible, open;
} sums;

static sums add_up(const sl_student *student) {
  sums s = {0};
  for (size_t i = 0; i < student->count; i++) {
    const sl_record *r = &student->records[i];
    s.total += sl_record_points(r);
    s.late += sl_record_late(r);
    s.possible += sl_record_possible(r);
    s.open += sl_record_open(r);
  }
  return s;
}

/* Why a person must look, for each lab. */
static sl_status put_review(FILE *file, const sl_student *student) {
  sl_text why;
  SL_TRY(sl_text_begin(&why));
  const char *separator = "";
  for (size_t i = 0; i < student->count; i++) {
    const sl_record *r = &student->records[i];
    if (!r->review[0] && r->verdict != SL_GRADE_REVIEW) continue;
    (void)fprintf(why.stream, "%s%s: %s", separator, r->lab, r->review[0] ? r->review : "review");
    separator = "; ";
  }
  SL_TRY(sl_text_end(&why));
  (void)fputc(',', file);
  put_text(file, why.text);
  sl_text_free(&why);
  return SL_OK;
}

static sl_status put_row(FILE *file, const sl_student *student, const char *const *labs,
                         size_t num_labs) {
  put_text(file, student->name);
  for (size_t i = 0; i < num_labs; i++) {
    const sl_record *r = find(student, labs[i]);
    if (r && r->verdict != SL_GRADE_INFRASTRUCTURE) {
      put_points(file, sl_record_points(r));
    } else {
      (void)fputc(',', file); /* not graded is not 0 */
    }
  }
  sums s = add_up(student);
  put_points(file, s.late);
  put_points(file, s.total);
  put_points(file, s.possible);
  put_points(file, s.open);
  SL_TRY(put_review(file, student));
  for (size_t i = 0; i < num_labs; i++) {
    const sl_record *r = find(student, labs[i]);
    (void)fputc(',', file);
    put_text(file, r ? sl_grade_verdict_name(r->verdict) : "");
  }
  (void)fputs("\r\n", file);
  return SL_OK;
}

sl_status sl_put_gradebook(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  (void)outputs;
  const char **labs;
  size_t num_labs;
  SL_TRY(sl_list_labs(records, &labs, &num_labs));
  (void)fputs("\"student\"", file);
  for (size_t i = 0; i < num_labs; i++) {
    (void)fputc(',', file);
    put_text(file, labs[i]);
  }
  (void)fputs(",\"late\",\"total\",\"possible\",\"open\",\"review\"", file);
  for (size_t i = 0; i < num_labs; i++) {
    (void)fputc(',', file);
    put_cell(file, labs[i], " verdict");
  }
  (void)fputs("\r\n", file);
  sl_status status = SL_OK;
  for (size_t at = 0; status == SL_OK && at < records->count;) {
    sl_student student = sl_student_at(records, at);
    status = put_row(file, &student, labs, num_labs);
    at += student.count;
  }
  sl_free(labs);
  return status;
}
