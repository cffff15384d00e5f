/* wording.c: texts about records and items, limited to what is shown. */
#include "grade/wording.h"

#include "base/path.h"
#include "grade/rubric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *sl_wording_points(double points, char room[SL_POINTS_TEXT]) {
  long long hundredths = llround(points * 100);
  long long whole = hundredths / 100, rest = llabs(hundredths % 100);
  const char *sign = hundredths < 0 && whole == 0 ? "-" : "";
  if (rest == 0) {
    (void)snprintf(room, SL_POINTS_TEXT, "%lld", whole);
  } else if (rest % 10 == 0) {
    (void)snprintf(room, SL_POINTS_TEXT, "%s%lld.%lld", sign, whole, rest / 10);
  } else {
    (void)snprintf(room, SL_POINTS_TEXT, "%s%lld.%02lld", sign, whole, rest);
  }
  return room;
}

bool sl_wording_record_counts(const sl_record *record) {
  if (sl_record_is_overridden(record)) return true;
  return record->verdict != SL_GRADE_INFRASTRUCTURE && record->verdict != SL_GRADE_ATTENTION;
}

double sl_wording_record_open(const sl_record *record) {
  double sum = 0;
  if (record->decided.overridden) return 0;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (!item->judged && item->kind != SL_ITEM_BONUS) sum += item->possible;
  }
  return sum;
}

double sl_wording_record_late(const sl_record *record) {
  double sum = 0;
  if (record->decided.overridden) return 0;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (item->judged && item->kind != SL_ITEM_BONUS) sum += item->points;
  }
  return sum - sl_record_points(record);
}

/* ---- what is shown --------------------------------------------------------------------------- */

const sl_outputs_lab *sl_wording_outputs_lab(const sl_outputs *outputs, const char *lab) {
  static const sl_outputs_lab all = {"", SL_SHOW_EVERYTHING, SL_SHOW_EVERYTHING, true, NULL};
  for (size_t i = 0; i < outputs->num_labs; i++) {
    if (strcmp(outputs->labs[i].lab, lab) == 0) return &outputs->labs[i];
  }
  return &all;
}

const sl_outputs_lab *sl_wording_record_lab(const sl_outputs *outputs, const sl_record *record) {
  sl_outputs own = *outputs;
  if (record->still_open && outputs->open_labs) own.labs = outputs->open_labs;
  return sl_wording_outputs_lab(&own, record->lab);
}

unsigned sl_wording_shown_now(const sl_outputs_lab *lab) {
  return lab->over ? lab->after : lab->before;
}

bool sl_wording_item_is_shown(const sl_record_item *item, const sl_outputs_lab *lab) {
  return lab->over || !item->hidden;
}

const char *sl_wording_shown_verdict(const sl_record *record, const sl_outputs_lab *lab) {
  bool of_items = record->verdict == SL_GRADE_PASS || record->verdict == SL_GRADE_PARTIAL ||
                  record->verdict == SL_GRADE_WRONG;
  if (!(sl_wording_shown_now(lab) & SL_SHOW_VERDICTS)) return "";
  for (size_t i = 0; of_items && i < record->num_items; i++) {
    if (!sl_wording_item_is_shown(&record->items[i], lab)) return "";
  }
  return sl_record_verdict_name(record->verdict);
}

sl_shown_points sl_wording_shown_points(const sl_record *record, const sl_outputs_lab *lab) {
  sl_shown_points sum = {0};
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (!sl_wording_item_is_shown(item, lab) || item->kind == SL_ITEM_BONUS) continue;
    if (item->judged) {
      sum.points += item->points;
    } else {
      sum.open += item->possible;
    }
    sum.possible += item->possible;
  }
  sum.points *= 1 - record->late_percent / 100;
  if (record->decided.overridden) {
    sum = (sl_shown_points){record->decided.points, sl_record_possible(record), 0, 0, 0};
  }
  sum.bonus = sl_record_bonus(record);
  sum.possible_bonus = sl_record_possible_bonus(record);
  return sum;
}

void sl_wording_put_bonus(FILE *file, const sl_shown_points *sum) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT];
  if (sum->possible_bonus <= 0) return;
  (void)fprintf(file, ", bonus %s of %s points", sl_wording_points(sum->bonus, got),
                sl_wording_points(sum->possible_bonus, of));
}

/* ---- items ----------------------------------------------------------------------------------- */

static void say_points(const sl_record_item *item, sl_item_words *out) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT];
  bool bonus = item->kind == SL_ITEM_BONUS, one = item->possible == 1;
  const char *word = bonus ? (one ? "bonus point" : "bonus points") : one ? "point" : "points";
  (void)sl_wording_points(item->possible, of);
  if (!item->judged) {
    (void)snprintf(out->points, sizeof out->points, "%s %s open", of, word);
  } else {
    (void)snprintf(out->points, sizeof out->points, "%s of %s %s",
                   sl_wording_points(item->points, got), of, word);
  }
}

bool sl_wording_item_is_timed(const sl_record_item *item) {
  return item->kind == SL_ITEM_PERFORMANCE && item->time_us > 0 && item->reference_us > 0;
}

bool sl_wording_item_needs_review(const sl_record *record, const sl_record_item *item) {
  return !item->judged && item->verdict == SL_GRADE_REVIEW && record->review[0];
}

static void say_time(const sl_record_item *item, sl_item_words *out) {
  char bar[SL_POINTS_TEXT], value[SL_POINTS_TEXT];
  (void)snprintf(out->figure, sizeof out->figure,
                 "%s %.80s (%.4g us per launch, against %.4g us); all points are given up to %s",
                 sl_wording_points(item->value, value), item->unit, item->time_us,
                 item->reference_us, sl_wording_points(item->bar, bar));
}

static void say_figure(const sl_record_item *item, sl_item_words *out) {
  char value[SL_POINTS_TEXT], bar[SL_POINTS_TEXT];
  bool is_bonus = item->kind == SL_ITEM_BONUS; /* its limit may be a lower limit */
  bool above = item->verdict == SL_GRADE_WRONG && (is_bonus || item->value > item->bar);
  bool measured = item->verdict == SL_GRADE_PASS || (above && item->value > 0);
  if (sl_wording_item_is_timed(item)) say_time(item, out);
  if ((item->kind != SL_ITEM_BAR && !is_bonus) || !item->judged || !measured || !item->unit[0])
    return;
  (void)snprintf(out->figure, sizeof out->figure, "%s %.100s; the limit is %s",
                 sl_wording_points(item->value, value), item->unit,
                 sl_wording_points(item->bar, bar));
}

/* Whether `what` may be shown. A sentence of the search mentions the line, so it is shown only if
 * lines are. */
static bool may_say_what(const sl_record_item *item, unsigned shown) {
  if (!item->judged) return true;
  return (shown & SL_SHOW_MISTAKES) && (!item->searched || (shown & SL_SHOW_LINES));
}

void sl_wording_item_make(const sl_record *record, const sl_record_item *item, unsigned shown,
                          sl_item_words *out) {
  *out = (sl_item_words){.verdict = "",
                         .mistake = "",
                         .what = "",
                         .hint = "",
                         .detail = "",
                         .case_name = "",
                         .override = "",
                         .comment = item->decided.comment};
  if (shown & SL_SHOW_POINTS) {
    say_points(item, out);
    out->override = item->decided.override;
  }
  if (!item->judged) {
    out->verdict = sl_wording_item_needs_review(record, item) ? "review" : "not judged";
  } else if (shown & SL_SHOW_VERDICTS) {
    out->verdict = sl_record_verdict_name(item->verdict);
  }
  if ((shown & SL_SHOW_LINES) && item->line > 0) {
    (void)snprintf(out->place, sizeof out->place, "%.80s:%d", sl_base_name(record->file),
                   item->line);
  }
  if (shown & SL_SHOW_MISTAKES) out->mistake = item->mistake;
  if (may_say_what(item, shown)) out->what = item->what;
  if (shown & SL_SHOW_HINTS) out->hint = item->hint;
  if (shown & SL_SHOW_DETAILS) {
    out->detail = item->detail;
    out->case_name = item->case_name;
    say_figure(item, out);
  }
}

void sl_wording_item_put(FILE *file, const sl_item_words *words) {
  const char *separator = "";
  if (words->verdict[0]) {
    (void)fputs(words->verdict, file);
    separator = ": ";
  }
  if (words->place[0]) {
    (void)fprintf(file, "%s%s", separator, words->place);
    separator = ": ";
  }
  if (words->mistake[0]) {
    (void)fprintf(file, "%s[%s]", separator, words->mistake);
    separator = " ";
  }
  if (words->what[0]) {
    (void)fprintf(file, "%s%s", separator, words->what);
    separator = ": ";
  }
  if (separator[0]) (void)fputc('\n', file);
  if (words->figure[0]) (void)fprintf(file, "%s\n", words->figure);
  if (words->detail[0] && words->case_name[0]) {
    (void)fprintf(file, "on \"%s\": %s\n", words->case_name, words->detail);
  } else if (words->detail[0]) {
    (void)fprintf(file, "%s\n", words->detail);
  }
  if (words->hint[0]) (void)fprintf(file, "hint: %s\n", words->hint);
  if (words->override[0]) (void)fprintf(file, "%s\n", words->override);
  if (words->comment[0]) (void)fprintf(file, "%s\n", words->comment);
}

const char *sl_wording_item_name(const sl_record_item *item, char room[256]) {
  if (item->kind == SL_ITEM_BONUS) {
    (void)snprintf(room, 256, "bonus goal of %.80s: %.140s", item->task, item->title);
  } else if (item->task[0] && item->title[0]) {
    (void)snprintf(room, 256, "%.100s: %.140s", item->task, item->title);
  } else {
    (void)snprintf(room, 256, "%.250s", item->title[0] ? item->title : item->id);
  }
  return room;
}

/* ---- the whole record ------------------------------------------------------------------------ */

const char *sl_wording_record_sentence(const sl_record *record) {
  static const char *const sentences[SL_NUM_GRADE_VERDICTS] = {
      [SL_GRADE_PASS] = "",
      [SL_GRADE_PARTIAL] = "",
      [SL_GRADE_WRONG] = "",
      [SL_GRADE_NOT_WRITTEN] = "The file is the skeleton: none of its tasks is written.",
      [SL_GRADE_NOT_COMPILED] = "The file does not compile, so no task could be judged.",
      [SL_GRADE_CRASHED] = "The program crashed.",
      [SL_GRADE_TIMED_OUT] = "The program did not finish in time.",
      [SL_GRADE_OUT_OF_MEMORY] = "The program used more memory than allowed.",
      [SL_GRADE_FORBIDDEN] = "The file contains something that is not allowed in a submission, so "
                             "it was not run.",
      [SL_GRADE_REVIEW] = "A person will check this submission before its points count.",
      [SL_GRADE_ATTENTION] = "It is not clear which file is the submission, or the file could not "
                             "be read. A person will check this. The points are open, not zero.",
      [SL_GRADE_INFRASTRUCTURE] =
          "This submission could not be graded, through no fault of its author. Its points are "
          "open, not zero, and it will be graded again."};
  bool waits = record->verdict == SL_GRADE_ATTENTION || record->verdict == SL_GRADE_REVIEW ||
               record->verdict == SL_GRADE_INFRASTRUCTURE;
  bool decided = sl_record_is_overridden(record) && sl_wording_record_open(record) <= 0;
  if (waits && decided) return ""; /* a person has decided */
  if (record->verdict == SL_GRADE_NOT_WRITTEN && record->message[0])
    return ""; /* the message says why */
  bool said = record->verdict == SL_GRADE_ATTENTION || sl_wording_record_is_of_file(record);
  return said ? sentences[record->verdict] : ""; /* the message explains it */
}

bool sl_wording_record_is_of_file(const sl_record *record) {
  return record->digest[0] != '\0';
}

const char *sl_wording_record_place(const sl_record *record, char room[128]) {
  room[0] = '\0';
  if (record->line > 0 && record->file[0]) {
    (void)snprintf(room, 128, "%.100s:%d: ", sl_base_name(record->file), record->line);
  }
  return room;
}

void sl_wording_record_put_decided(FILE *file, const sl_record *record, unsigned shown) {
  const sl_decided *decided = &record->decided;
  if (record->extended[0]) {
    (void)fprintf(file, "The deadline was extended to %s.\n", record->extended);
  }
  if (decided->override[0] && (shown & SL_SHOW_POINTS)) {
    (void)fprintf(file, "%s\n", decided->override);
  }
  if (decided->comment[0]) (void)fprintf(file, "%s\n", decided->comment);
}

/* Writes a part of the list, on one line. */
static void put_part(FILE *file, const char **separator, const char *name, const char *text) {
  if (!text[0]) return;
  (void)fprintf(file, "%s%s%s", *separator, name, name[0] ? ": " : "");
  for (; *text; text++) {
    (void)fputs(*text == '\n' ? "; " : (char[]){*text, '\0'}, file);
  }
  *separator = "; ";
}

bool sl_wording_record_list_decided(FILE *file, const sl_record *record, bool comments,
                                    const char *before) {
  const char *separator = before;
  if (record->extended[0]) {
    (void)fprintf(file, "%sextended to %s", separator, record->extended);
    separator = ", by ";
  }
  put_part(file, &separator, "", record->extension);
  put_part(file, &separator, "all", record->decided.override);
  for (size_t i = 0; i < record->num_items; i++) {
    put_part(file, &separator, record->items[i].id, record->items[i].decided.override);
  }
  if (comments) put_part(file, &separator, "comment", record->decided.comment);
  for (size_t i = 0; comments && i < record->num_items; i++) {
    put_part(file, &separator, "comment", record->items[i].decided.comment);
  }
  return separator != before;
}

void sl_wording_record_put(FILE *file, const sl_record *record, unsigned shown) {
  const char *sentence = sl_wording_record_sentence(record);
  char place[128];
  if (sentence[0]) (void)fprintf(file, "%s\n", sentence);
  if (record->message[0]) {
    (void)fprintf(file, "%s%s\n", sl_wording_record_place(record, place), record->message);
  }
  sl_wording_record_put_decided(file, record, shown);
  if (!(shown & SL_SHOW_OUTPUT)) return;
  if (record->compiler[0]) (void)fprintf(file, "\nThe compiler reports:\n%s\n", record->compiler);
  if (record->output[0]) (void)fprintf(file, "\nThe program printed:\n%s\n", record->output);
}

/* ---- building texts -------------------------------------------------------------------------- */

sl_status sl_wording_text_begin(sl_text *out) {
  *out = (sl_text){0};
  out->stream = open_memstream(&out->text, &out->size);
  return out->stream ? SL_OK : sl_fail(SL_ERR_MEMORY, "not enough memory for a text");
}

sl_status sl_wording_text_end(sl_text *text) {
  bool failed = ferror(text->stream) != 0;
  if (fclose(text->stream) != 0) failed = true;
  text->stream = NULL;
  if (!failed) return SL_OK;
  sl_wording_text_free(text);
  return sl_fail(SL_ERR_MEMORY, "not enough memory for a text");
}

void sl_wording_text_free(sl_text *text) {
  free(text->text);
  *text = (sl_text){0};
}
