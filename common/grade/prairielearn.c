/* prairielearn.c: results.json of PrairieLearn.
 *
 * Source: PrairieLearn's documentation, "External Grading": the score is a number from 0 to 1; if
 * `gradable` is false, no score is needed, the student loses no attempt, and format_errors says
 * why. The file may have up to 1 MB. */
#include "grade/json.h"
#include "grade/put.h"

#include "base/memory.h"
#include "grade/rubric.h"

#include <string.h>

enum { MOST_BYTES = 1000000 };

/* Returns the first record whose file could not be graded. Such a submission must not cost an
 * attempt. */
static const sl_record *not_gradable(const sl_student *student) {
  for (size_t i = 0; i < student->count; i++) {
    const sl_record *record = &student->records[i];
    if (sl_record_is_overridden(record)) continue;
    if (record->verdict == SL_GRADE_NOT_COMPILED || record->verdict == SL_GRADE_FORBIDDEN ||
        !sl_wording_record_counts(record)) {
      return record;
    }
  }
  return NULL;
}

static sl_status add_test(json_t *tests, const sl_record *record, const sl_record_item *item,
                          unsigned shown, size_t most) {
  sl_item_words words;
  char name[256];
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  sl_wording_item_make(record, item, shown, &words);
  sl_wording_item_put(text.stream, &words);
  SL_TRY(sl_wording_text_end(&text));
  json_t *made = json_object();
  sl_json_set(made, "name", sl_json_cut_text(sl_wording_item_name(item, name), most));
  bool counts = item->kind != SL_ITEM_BONUS || record->bonus_in_marks;
  if ((shown & SL_SHOW_POINTS) && counts) {
    sl_json_set(made, "points", sl_json_number(item->judged ? item->points : 0));
    sl_json_set(made, "max_points", sl_json_number(item->judged ? item->possible : 0));
  }
  sl_json_set(made, "message", sl_json_cut_text(text.text, most));
  sl_json_append(tests, made);
  sl_wording_text_free(&text);
  return SL_OK;
}

/* Returns achieved points over possible points. Only judged items count, so that open points do not
 * lower a score. */
static double score_of(const sl_student *student) {
  double points = 0, possible = 0;
  for (size_t i = 0; i < student->count; i++) {
    points += sl_record_mark(&student->records[i]);
    possible +=
        sl_record_possible(&student->records[i]) - sl_wording_record_open(&student->records[i]);
  }
  double score = possible > 0 ? points / possible : 0;
  return score < 0 ? 0 : score > 1 ? 1 : score;
}

static sl_status add_words(json_t *top, const sl_outputs *outputs, const sl_student *student,
                           bool gradable, size_t most) {
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  for (size_t i = 0; i < student->count; i++) {
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, &student->records[i]);
    sl_wording_record_put(text.stream, &student->records[i], sl_wording_shown_now(lab));
  }
  SL_TRY(sl_wording_text_end(&text));
  sl_json_set(top, gradable ? "message" : "format_errors", sl_json_cut_text(text.text, most));
  sl_wording_text_free(&text);
  return SL_OK;
}

static sl_status fill(json_t *top, const sl_outputs *outputs, const sl_student *student,
                      size_t most) {
  bool gradable = !not_gradable(student);
  sl_json_set(top, "gradable", json_boolean(gradable));
  if (gradable) sl_json_set(top, "score", sl_json_number(score_of(student)));
  SL_TRY(add_words(top, outputs, student, gradable, most));
  json_t *tests = json_array();
  sl_status status = SL_OK;
  for (size_t r = 0; status == SL_OK && gradable && r < student->count; r++) {
    const sl_record *record = &student->records[r];
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
    for (size_t i = 0; status == SL_OK && i < record->num_items; i++) {
      if (!sl_wording_item_is_shown(&record->items[i], lab)) continue;
      status = add_test(tests, record, &record->items[i], sl_wording_shown_now(lab), most);
    }
  }
  sl_json_set(top, "tests", tests);
  return status;
}

/* Shortens the texts until the whole file fits. */
sl_status sl_put_prairielearn(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  for (size_t most = 65536;; most /= 4) {
    char *text;
    sl_json_start();
    json_t *top = json_object();
    sl_status status = fill(top, outputs, student, most);
    if (status != SL_OK) {
      json_decref(top);
      return status;
    }
    SL_TRY(sl_json_print(top, JSON_INDENT(1), &text));
    bool fits = strlen(text) < MOST_BYTES || most < 16;
    if (fits) (void)fprintf(file, "%s\n", text);
    sl_free(text);
    if (fits) return SL_OK;
  }
}
