/* junit.c: JUnit's XML, for systems that run tests after each push. It has no standard: we write
 * only what the schema junit-10.xsd of Jenkins' plugin xUnit allows, so the line of a failure is
 * only in its text. Wrong items are failures, items that could not be graded are errors, and
 * unwritten ones are skipped. */
#include "grade/put.h"

#include "grade/rubric.h"
#include "report/html.h"

typedef struct counts {
  size_t tests, failures, errors, skipped;
} counts;

typedef enum junit_outcome { PASSED, FAILED, ERROR, SKIPPED } junit_outcome;

/* Returns the outcome of an item. If the verdict is hidden, nothing is revealed. */
static junit_outcome outcome_of(const sl_record *record, const sl_record_item *item,
                                unsigned shown) {
  if (!item->judged) return record->verdict == SL_GRADE_INFRASTRUCTURE ? ERROR : SKIPPED;
  if (!(shown & SL_SHOW_VERDICTS)) return SKIPPED;
  if (item->verdict == SL_GRADE_PASS) return PASSED;
  if (item->kind == SL_ITEM_BONUS) return SKIPPED; /* missing a goal is not a failure */
  if (item->verdict == SL_GRADE_NOT_WRITTEN) return SKIPPED;
  return item->verdict == SL_GRADE_INFRASTRUCTURE ? ERROR : FAILED;
}

static counts count(const sl_record *record, const sl_outputs_lab *lab) {
  counts c = {0};
  for (size_t i = 0; i < record->num_items; i++) {
    if (!sl_wording_item_is_shown(&record->items[i], lab)) continue;
    junit_outcome o = outcome_of(record, &record->items[i], sl_wording_shown_now(lab));
    c.tests++;
    c.failures += o == FAILED;
    c.errors += o == ERROR;
    c.skipped += o == SKIPPED;
  }
  return c;
}

static void put_counts(FILE *file, const counts *c) {
  (void)fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", c->tests, c->failures,
                c->errors);
}

static void put_attribute(FILE *file, const char *name, const char *value) {
  (void)fprintf(file, " %s=\"", name);
  sl_html_text(file, value);
  (void)fputc('"', file);
}

static sl_status put_outcome(FILE *file, junit_outcome o, const sl_item_words *words) {
  static const char *const elements[] = {
      [PASSED] = "", [FAILED] = "failure", [ERROR] = "error", [SKIPPED] = "skipped"};
  if (o == PASSED) return SL_OK;
  (void)fprintf(file, "      <%s", elements[o]);
  put_attribute(file, "message", words->what[0] ? words->what : words->verdict);
  if (o == SKIPPED) {
    (void)fputs("/>\n", file);
    return SL_OK;
  }
  put_attribute(file, "type", words->verdict);
  (void)fputc('>', file);
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  sl_wording_item_put(text.stream, words);
  SL_TRY(sl_wording_text_end(&text));
  sl_html_text(file, text.text);
  sl_wording_text_free(&text);
  (void)fprintf(file, "</%s>\n", elements[o]);
  return SL_OK;
}

static sl_status put_case(FILE *file, const sl_record *record, const sl_record_item *item,
                          unsigned shown) {
  sl_item_words words;
  char name[256];
  sl_wording_item_make(record, item, shown, &words);
  junit_outcome o = outcome_of(record, item, shown);
  (void)fputs("    <testcase", file);
  put_attribute(file, "name", sl_wording_item_name(item, name));
  put_attribute(file, "classname", record->lab);
  if (o == PASSED) {
    (void)fputs("/>\n", file);
    return SL_OK;
  }
  (void)fputs(">\n", file);
  SL_TRY(put_outcome(file, o, &words));
  (void)fputs("    </testcase>\n", file);
  return SL_OK;
}

static void put_property(FILE *file, const char *name, const char *value) {
  if (!value[0]) return;
  (void)fputs("      <property", file);
  put_attribute(file, "name", name);
  put_attribute(file, "value", value);
  (void)fputs("/>\n", file);
}

static void put_properties(FILE *file, const sl_record *record, const sl_outputs_lab *lab) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT], points[2 * SL_POINTS_TEXT + 8] = "";
  char bonus[sizeof points] = "";
  if ((sl_wording_shown_now(lab) & SL_SHOW_POINTS) && sl_wording_record_counts(record)) {
    sl_shown_points sum = sl_wording_shown_points(record, lab);
    (void)snprintf(points, sizeof points, "%s of %s", sl_wording_points(sum.points, got),
                   sl_wording_points(sum.possible, of));
    if (sum.possible_bonus > 0) {
      (void)snprintf(bonus, sizeof bonus, "%s of %s", sl_wording_points(sum.bonus, got),
                     sl_wording_points(sum.possible_bonus, of));
    }
  }
  (void)fputs("    <properties>\n", file);
  put_property(file, "student", record->student);
  put_property(file, "verdict", sl_wording_shown_verdict(record, lab));
  put_property(file, "points", points);
  put_property(file, "bonus", bonus);
  if (sl_wording_shown_now(lab) & SL_SHOW_POINTS) {
    put_property(file, "override", record->decided.override);
  }
  put_property(file, "extension", record->extended);
  put_property(file, "backend", record->backend);
  put_property(file, "grader", record->grader);
  put_property(file, "key", record->key);
  (void)fputs("    </properties>\n", file);
}

/* Writes the decisions of a person. They are beside the cases, because a passed case has no text.
 */
static void put_decided(FILE *file, const sl_record_item *item, const sl_outputs_lab *lab) {
  const sl_decided *decided = &item->decided;
  if (!sl_wording_item_is_shown(item, lab)) return;
  if (decided->override[0] && (sl_wording_shown_now(lab) & SL_SHOW_POINTS)) {
    (void)fprintf(file, "%s: %s\n", item->id, decided->override);
  }
  if (decided->comment[0]) (void)fprintf(file, "%s: %s\n", item->id, decided->comment);
}

static sl_status put_suite(FILE *file, const sl_record *record, const sl_outputs_lab *lab) {
  unsigned shown = sl_wording_shown_now(lab);
  counts c = count(record, lab);
  (void)fputs("  <testsuite name=\"", file);
  sl_html_text(file, record->student);
  (void)fputc(' ', file);
  sl_html_text(file, record->lab);
  (void)fputc('"', file);
  put_counts(file, &c);
  (void)fprintf(file, " skipped=\"%zu\"", c.skipped);
  if (record->file[0]) put_attribute(file, "file", record->file);
  if (record->handed_in[0]) put_attribute(file, "timestamp", record->handed_in);
  (void)fputs(">\n", file);
  put_properties(file, record, lab);
  for (size_t i = 0; i < record->num_items; i++) {
    if (!sl_wording_item_is_shown(&record->items[i], lab)) continue;
    SL_TRY(put_case(file, record, &record->items[i], shown));
  }
  sl_text text;
  SL_TRY(sl_wording_text_begin(&text));
  sl_wording_record_put(text.stream, record, shown);
  for (size_t i = 0; i < record->num_items; i++) put_decided(text.stream, &record->items[i], lab);
  SL_TRY(sl_wording_text_end(&text));
  if (text.size) {
    (void)fputs("    <system-out>", file);
    sl_html_text(file, text.text);
    (void)fputs("</system-out>\n", file);
  }
  sl_wording_text_free(&text);
  (void)fputs("  </testsuite>\n", file);
  return SL_OK;
}

sl_status sl_put_junit(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  counts all = {0};
  for (size_t i = 0; i < records->count; i++) {
    const sl_record *record = &records->all[i];
    counts c = count(record, sl_wording_record_lab(outputs, record));
    all.tests += c.tests;
    all.failures += c.failures;
    all.errors += c.errors;
  }
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sparselab\"", file);
  put_counts(file, &all);
  (void)fputs(">\n", file);
  for (size_t i = 0; i < records->count; i++) {
    const sl_record *record = &records->all[i];
    SL_TRY(put_suite(file, record, sl_wording_record_lab(outputs, record)));
  }
  (void)fputs("</testsuites>\n", file);
  return SL_OK;
}
