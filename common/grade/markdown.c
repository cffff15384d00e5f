/* markdown.c: feedback for a student as Markdown, which is also readable as plain text. */
#include "grade/put.h"

#include "grade/rubric.h"

#include <string.h>

/* Writes text within a line. Characters that could be markup, a link, or a mention get a backslash,
 * or an entity if a backslash does not help. */
static void put_inline_part(FILE *file, const char *text, size_t length) {
  for (const char *end = text + length; text < end; text++) {
    if (*text == '\n' || *text == '\t') {
      (void)fputc(' ', file);
    } else if (*text == '@') {
      (void)fputs("&#64;", file);
    } else {
      if (strchr("\\`*_{}[]<>#|~&!$", *text)) (void)fputc('\\', file);
      (void)fputc(*text, file);
    }
  }
}

static void put_inline(FILE *file, const char *text) {
  put_inline_part(file, text, strlen(text));
}

/* Returns the length of the longest run of backticks in the text. */
static size_t longest_run(const char *text) {
  size_t longest = 0;
  for (const char *at = text; (at = strchr(at, '`'));) {
    size_t run = strspn(at, "`");
    if (run > longest) longest = run;
    at += run;
  }
  return longest;
}

/* Writes a text literally, after `before`, between fences that it cannot close. */
static void put_fenced(FILE *file, const char *before, const char *text) {
  size_t ticks = longest_run(before) + longest_run(text) + 1;
  if (ticks < 3) ticks = 3;
  for (size_t i = 0; i < ticks; i++) (void)fputc('`', file);
  size_t length = strlen(text);
  (void)fprintf(file, "text\n%s%s%s", before, text, length && text[length - 1] == '\n' ? "" : "\n");
  for (size_t i = 0; i < ticks; i++) (void)fputc('`', file);
  (void)fputs("\n\n", file);
}

static void put_labelled(FILE *file, const char *label, const char *text) {
  if (!text[0]) return;
  (void)fprintf(file, "%s\n\n", label);
  put_fenced(file, "", text);
}

static void put_said(FILE *file, const sl_item_words *words) {
  const char *separator = "";
  if (words->verdict[0]) {
    (void)fprintf(file, "**%s**", words->verdict);
    separator = ": ";
  }
  if (words->place[0]) {
    (void)fputs(separator, file);
    put_inline(file, words->place);
    separator = ": ";
  }
  if (words->what[0]) {
    (void)fputs(separator, file);
    put_inline(file, words->what);
    separator = " ";
  }
  if (words->mistake[0]) {
    (void)fprintf(file, "%s(", separator);
    put_inline(file, words->mistake);
    (void)fputc(')', file);
    separator = " ";
  }
  if (separator[0]) (void)fputs("\n\n", file);
}

/* Writes each line of a text as a paragraph. */
static void put_lines(FILE *file, const char *label, const char *text) {
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    (void)fprintf(file, "**%s** ", label);
    put_inline_part(file, at, length);
    (void)fputs("\n\n", file);
    at += length + (at[length] == '\n');
  }
}

static void put_item(FILE *file, const sl_record *record, const sl_record_item *item,
                     unsigned shown) {
  sl_item_words words;
  char name[256];
  sl_wording_item_make(record, item, shown, &words);
  (void)fputs("### ", file);
  put_inline(file, sl_wording_item_name(item, name));
  if (words.points[0]) (void)fprintf(file, " (%s)", words.points);
  (void)fputs("\n\n", file);
  put_said(file, &words);
  if (words.figure[0]) {
    put_inline(file, words.figure);
    (void)fputs("\n\n", file);
  }
  if (words.detail[0] && words.case_name[0]) {
    (void)fputs("On “", file);
    put_inline(file, words.case_name);
    (void)fputs("”:\n\n", file);
  }
  if (words.detail[0]) put_fenced(file, "", words.detail);
  if (words.hint[0]) {
    (void)fputs("> Hint: ", file);
    put_inline(file, words.hint);
    (void)fputs("\n\n", file);
  }
  put_lines(file, "Set by hand:", words.override);
  put_lines(file, "Comment:", words.comment);
}

static void put_time(FILE *file, const sl_outputs *outputs, const sl_record *record,
                     unsigned shown) {
  char room[SL_POINTS_TEXT];
  if (record->handed_in[0]) {
    (void)fputs("Submitted ", file);
    put_inline(file, record->handed_in);
    if (outputs->times_of_files) (void)fputs(" (the file's modification time)", file);
    (void)fputs(".\n\n", file);
  }
  if (record->late_percent > 0 && !record->decided.overridden && (shown & SL_SHOW_POINTS)) {
    (void)fprintf(file, "Late: %s percent of the points are taken off.\n\n",
                  sl_wording_points(record->late_percent, room));
  }
}

static void put_heading(FILE *file, const sl_record *record, const sl_outputs_lab *lab) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT];
  const char *verdict = sl_wording_shown_verdict(record, lab);
  (void)fputs("## ", file);
  put_inline(file, record->lab);
  if (verdict[0]) (void)fprintf(file, ": %s", verdict);
  if ((sl_wording_shown_now(lab) & SL_SHOW_POINTS) && sl_wording_record_counts(record)) {
    sl_shown_points sum = sl_wording_shown_points(record, lab);
    (void)fprintf(file, ", %s of %s points", sl_wording_points(sum.points, got),
                  sl_wording_points(sum.possible, of));
    if (sum.open > 0) (void)fprintf(file, ", %s open", sl_wording_points(sum.open, got));
    sl_wording_put_bonus(file, &sum);
  }
  (void)fputs("\n\n", file);
}

static void put_record(FILE *file, const sl_outputs *outputs, const sl_record *record) {
  const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
  unsigned shown = sl_wording_shown_now(lab);
  char place[128];
  put_heading(file, record, lab);
  if (sl_wording_record_is_of_file(record)) put_time(file, outputs, record, shown);
  if (sl_wording_record_sentence(record)[0])
    (void)fprintf(file, "%s\n\n", sl_wording_record_sentence(record));
  put_lines(file, "The deadline was extended to", record->extended);
  put_lines(file, "Set by hand:", (shown & SL_SHOW_POINTS) ? record->decided.override : "");
  put_lines(file, "Comment:", record->decided.comment);
  if (record->message[0]) put_fenced(file, sl_wording_record_place(record, place), record->message);
  for (size_t i = 0; i < record->num_items && sl_wording_record_is_of_file(record); i++) {
    if (sl_wording_item_is_shown(&record->items[i], lab)) {
      put_item(file, record, &record->items[i], shown);
    }
  }
  if (!lab->over) (void)fputs("More details are shown after the deadline.\n\n", file);
  if (shown & SL_SHOW_OUTPUT) {
    put_labelled(file, "The compiler reports:", record->compiler);
    put_labelled(file, "The program printed:", record->output);
  }
  (void)fprintf(file, "Record %s\n\n", record->key);
}

sl_status sl_put_markdown(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  (void)fputs("# Feedback for ", file);
  put_inline(file, student->name);
  (void)fputs("\n\n", file);
  for (size_t i = 0; i < student->count; i++) put_record(file, outputs, &student->records[i]);
  return SL_OK;
}
