/* gradescope.c: results.json of Gradescope.
 *
 * Source: gradescope-autograders.readthedocs.io, "Autograder Specifications": the score at the top
 * replaces the sum of the tests; a test may have a status instead of a score; a test with the
 * visibility after_due_date is hidden until then, and so is the total while a test is hidden. */
#include "grade/json.h"
#include "grade/put.h"

#include "base/memory.h"
#include "grade/rubric.h"

/* Makes the text about an item for a reader who may see `shown`. */
static sl_status make_output(const sl_record *record, const sl_record_item *item, unsigned shown,
                             json_t **out) {
  sl_item_words words;
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  sl_wording_item_make(record, item, shown, &words);
  sl_wording_item_put(text.stream, &words);
  SL_TRY(sl_wording_text_end(&text));
  *out = sl_json_text(text.text);
  sl_wording_text_free(&text);
  return SL_OK;
}

typedef struct test {
  const sl_record *record;
  const sl_record_item *item;
  size_t lab, number;     /* from 0 */
  unsigned shown;         /* what is shown of the item */
  bool scored;            /* whether this test has the score; exactly one test of an item has it */
  const char *visibility; /* NULL: visible */
} test;

static sl_status add_test(json_t *tests, const test *t) {
  char number[48], name[256];
  json_t *made = json_object(), *tags = json_array(), *output = NULL;
  (void)snprintf(number, sizeof number, "%zu.%zu", t->lab + 1, t->number + 1);
  sl_json_set(made, "name", sl_json_text(sl_wording_item_name(t->item, name)));
  sl_json_set(made, "name_format", sl_json_text("text"));
  sl_json_set(made, "number", sl_json_text(number));
  if (t->scored && t->item->judged) {
    sl_json_set(made, "score", sl_json_number(t->item->points));
    sl_json_set(made, "max_score", sl_json_number(t->item->possible));
  } else if (t->item->judged && (t->shown & SL_SHOW_VERDICTS)) { /* an open item has not failed */
    bool passed = t->item->verdict == SL_GRADE_PASS;
    sl_json_set(made, "status", sl_json_text(passed ? "passed" : "failed"));
  }
  sl_status status = make_output(t->record, t->item, t->shown, &output);
  sl_json_set(made, "output", output);
  sl_json_set(made, "output_format", sl_json_text("text"));
  sl_json_append(tags, sl_json_text(t->record->lab));
  sl_json_append(tags, sl_json_text(sl_record_item_kind_name(t->item->kind)));
  sl_json_set(made, "tags", tags);
  sl_json_set(made, "visibility", sl_json_text(t->visibility ? t->visibility : "visible"));
  sl_json_append(tests, made);
  return status;
}

/* Adds an item as one test, or as two if more is shown after the deadline. */
static sl_status add_item(json_t *tests, const sl_outputs_lab *lab, test t, bool graded) {
  unsigned now = sl_wording_shown_now(lab);
  bool later = !lab->over && (t.item->hidden || lab->after != lab->before);
  if (sl_wording_item_is_shown(t.item, lab)) {
    t.shown = now;
    t.scored = graded && (!later || (now & SL_SHOW_POINTS));
    if (!t.scored) t.shown &= ~(unsigned)SL_SHOW_POINTS;
    SL_TRY(add_test(tests, &t));
  }
  if (!later) return SL_OK;
  t.shown = lab->after;
  t.scored = graded && (t.item->hidden || !(now & SL_SHOW_POINTS));
  t.visibility = "after_due_date";
  return add_test(tests, &t);
}

/* Whether all submissions were graded. A submission that could not be graded must not look like
 * zero points. */
static bool all_graded(const sl_student *student) {
  for (size_t i = 0; i < student->count; i++) {
    if (!sl_wording_record_counts(&student->records[i])) return false;
  }
  return true;
}

static void put_record(FILE *file, const sl_outputs *outputs, const sl_record *record) {
  const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
  char room[SL_POINTS_TEXT];
  unsigned shown = sl_wording_shown_now(lab);
  const char *verdict = sl_wording_shown_verdict(record, lab);
  (void)fprintf(file, "%s%s%s\n", record->lab, verdict[0] ? ": " : "", verdict);
  sl_wording_record_put(file, record, shown);
  if (record->late_percent > 0 && !record->decided.overridden) {
    (void)fprintf(file, "Late: %s percent of the points are taken off.\n",
                  sl_wording_points(record->late_percent, room));
  }
  if (sl_wording_record_open(record) > 0) {
    (void)fprintf(file, "%s points are open: their tasks were not judged.\n",
                  sl_wording_points(sl_wording_record_open(record), room));
  }
  (void)fputc('\n', file);
}

static sl_status make_top(const sl_outputs *outputs, const sl_student *student, json_t *top) {
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  double points = 0;
  for (size_t i = 0; i < student->count; i++) {
    put_record(text.stream, outputs, &student->records[i]);
    points += sl_record_mark(&student->records[i]);
  }
  SL_TRY(sl_wording_text_end(&text));
  if (all_graded(student)) sl_json_set(top, "score", sl_json_number(points));
  sl_json_set(top, "output", sl_json_text(text.text));
  sl_json_set(top, "output_format", sl_json_text("text"));
  sl_json_set(top, "test_output_format", sl_json_text("text"));
  sl_json_set(top, "test_name_format", sl_json_text("text"));
  sl_json_set(top, "stdout_visibility", sl_json_text("hidden"));
  sl_wording_text_free(&text);
  return SL_OK;
}

static sl_status fill(const sl_outputs *outputs, const sl_student *student, json_t *top) {
  bool graded = all_graded(student);
  SL_TRY(make_top(outputs, student, top));
  json_t *tests = json_array();
  sl_status status = SL_OK;
  for (size_t r = 0; status == SL_OK && r < student->count; r++) {
    const sl_record *record = &student->records[r];
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
    for (size_t i = 0; status == SL_OK && i < record->num_items; i++) {
      test t = {.record = record, .item = &record->items[i], .lab = r, .number = i};
      bool counts = t.item->kind != SL_ITEM_BONUS || record->bonus_in_marks;
      status = add_item(tests, lab, t, graded && counts);
    }
  }
  sl_json_set(top, "tests", tests);
  return status;
}

sl_status sl_put_gradescope(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  sl_json_start();
  json_t *top = json_object();
  sl_status status = fill(outputs, student, top);
  if (status == SL_OK) return sl_json_put(file, top);
  json_decref(top);
  return status;
}
