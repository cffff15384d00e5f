/* autolab.c: what an autograder of Autolab prints: readable feedback, the line of its formatted
 * feedback, and the line with the scores at the end.
 *
 * Source: docs.autolabproject.com, "Guide for Lab Authors" and "Formatted Feedback". Autolab reads
 * the scores from the last line, so text from a student must never be on a line that begins like
 * one of these. Therefore each line of the feedback is indented. */
#include "grade/json.h"
#include "grade/put.h"

#include "base/memory.h"
#include "grade/rubric.h"

#include <string.h>

/* An assessment of Autolab is one lab, and its problems are the items: so their names stay
 * short. */
static const char *problem_name(const sl_student *student, const sl_record *record,
                                const sl_record_item *item, char room[256]) {
  if (student->count == 1) {
    (void)snprintf(room, 256, "%.250s", item->id);
  } else {
    (void)snprintf(room, 256, "%.80s %.160s", record->lab, item->id);
  }
  return room;
}

static void put_indented(FILE *file, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    (void)fprintf(file, "  %.*s\n", (int)length, text);
    text += length;
    if (*text) text++;
  }
}

static sl_status put_words(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  for (size_t r = 0; r < student->count; r++) {
    const sl_record *record = &student->records[r];
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
    const char *verdict = sl_wording_shown_verdict(record, lab);
    (void)fprintf(text.stream, "%s%s%s\n", record->lab, verdict[0] ? ": " : "", verdict);
    sl_wording_record_put(text.stream, record, sl_wording_shown_now(lab));
    for (size_t i = 0; i < record->num_items; i++) {
      sl_item_words words;
      char name[256];
      if (!sl_wording_item_is_shown(&record->items[i], lab)) continue;
      sl_wording_item_make(record, &record->items[i], sl_wording_shown_now(lab), &words);
      (void)fprintf(text.stream, "\n%s%s%s\n", sl_wording_item_name(&record->items[i], name),
                    words.points[0] ? ", " : "", words.points);
      sl_wording_item_put(text.stream, &words);
    }
  }
  SL_TRY(sl_wording_text_end(&text));
  put_indented(file, text.text);
  sl_wording_text_free(&text);
  return SL_OK;
}

static void add_result(json_t *stage, const sl_record *record, const sl_record_item *item,
                       unsigned shown) {
  sl_item_words words;
  sl_wording_item_make(record, item, shown, &words);
  if (!item->judged || !words.verdict[0]) {
    sl_json_set(stage, item->id, sl_json_text(item->judged ? "judged" : words.verdict));
    return;
  }
  json_t *made = json_object();
  sl_json_set(made, "passed", json_boolean(item->verdict == SL_GRADE_PASS));
  const char *hint = words.hint[0] ? words.hint : words.what;
  if (hint[0]) sl_json_set(made, "hint", sl_json_text(hint));
  sl_json_set(stage, item->id, made);
}

static json_t *make_feedback(const sl_outputs *outputs, const sl_student *student) {
  json_t *top = json_object(), *stages = json_array();
  sl_json_set(top, "_presentation", sl_json_text("semantic"));
  for (size_t r = 0; r < student->count; r++) {
    const sl_record *record = &student->records[r];
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
    json_t *stage = json_object();
    for (size_t i = 0; i < record->num_items; i++) {
      if (!sl_wording_item_is_shown(&record->items[i], lab)) continue;
      add_result(stage, record, &record->items[i], sl_wording_shown_now(lab));
    }
    sl_json_append(stages, sl_json_text(record->lab));
    sl_json_set(top, record->lab, stage);
  }
  sl_json_set(top, "stages", stages);
  return top;
}

/* Returns what a goal adds to the mark. If there are more bonus points than may count, each goal
 * loses its share. */
static double bonus_of(const sl_record *record, const sl_record_item *item) {
  double all = 0;
  for (size_t i = 0; i < record->num_items; i++) {
    if (record->items[i].kind == SL_ITEM_BONUS) all += record->items[i].points;
  }
  if (record->decided.overridden || all <= 0) return 0;
  return item->points * sl_record_bonus(record) / all;
}

/* Returns the score of an item. Autolab adds up the scores of problems, so points that a person
 * gave for the whole submission are distributed among them. */
static double score_of(const sl_record *record, const sl_record_item *item) {
  double possible = sl_record_possible(record);
  if (item->kind == SL_ITEM_BONUS) return bonus_of(record, item);
  if (record->decided.overridden) {
    return possible > 0 ? record->decided.points * item->possible / possible : 0;
  }
  return item->points * (1 - record->late_percent / 100);
}

/* Makes the scores. They include only items that were judged and are shown, because Autolab shows
 * scores at once. A problem that is left out has no score, which is different from 0. */
static json_t *make_scores(const sl_outputs *outputs, const sl_student *student) {
  json_t *top = json_object(), *scores = json_object();
  for (size_t r = 0; r < student->count; r++) {
    const sl_record *record = &student->records[r];
    const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
    bool counts =
        (sl_wording_shown_now(lab) & SL_SHOW_POINTS) != 0 && sl_wording_record_counts(record);
    for (size_t i = 0; counts && i < record->num_items; i++) {
      const sl_record_item *item = &record->items[i];
      char name[256];
      bool scored = item->judged || record->decided.overridden;
      if (item->kind == SL_ITEM_BONUS && !record->bonus_in_marks) continue;
      if (!scored || !sl_wording_item_is_shown(item, lab)) continue;
      sl_json_set(scores, problem_name(student, record, item, name),
                  sl_json_number(score_of(record, item)));
    }
  }
  sl_json_set(top, "scores", scores);
  return top;
}

static sl_status put_line(FILE *file, json_t *value) {
  char *text;
  SL_TRY(sl_json_print(value, 0, &text));
  (void)fprintf(file, "%s\n", text);
  sl_free(text);
  return SL_OK;
}

sl_status sl_put_autolab(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  SL_TRY(put_words(file, outputs, student));
  sl_json_start();
  SL_TRY(put_line(file, make_feedback(outputs, student)));
  sl_json_start();
  return put_line(file, make_scores(outputs, student));
}
