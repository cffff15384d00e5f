/* feedback.c: feedback for a student as a page. */
#include "grade/page.h"
#include "grade/put.h"

#include "grade/rubric.h"
#include "report/html.h"

static void put_tagged(FILE *file, const char *before, const char *text, const char *after) {
  if (!text[0]) return;
  (void)fputs(before, file);
  sl_html_text(file, text);
  (void)fputs(after, file);
}

static void put_said(FILE *file, const sl_item_words *words) {
  if (!words->place[0] && !words->what[0] && !words->mistake[0]) return;
  (void)fputs("<p>", file);
  put_tagged(file, "<code>", words->place, "</code> ");
  put_tagged(file, "", words->what, " ");
  put_tagged(file, "<span class=\"note\">[", words->mistake, "]</span>");
  (void)fputs("</p>\n", file);
}

/* Writes the decisions of a person: points, and comments. */
static void put_decided(FILE *file, const char *override, const char *comment) {
  put_tagged(file, "<p class=\"alert\"><b>Set by hand.</b> ", override, "</p>\n");
  put_tagged(file, "<p class=\"alert lines\"><b>Comment.</b> ", comment, "</p>\n");
}

static void put_item(FILE *file, const sl_record *record, const sl_record_item *item,
                     unsigned shown) {
  sl_item_words words;
  char name[256];
  sl_wording_item_make(record, item, shown, &words);
  (void)fputs("<div class=\"item\">\n<header>", file);
  put_tagged(file, "<h3>", sl_wording_item_name(item, name), "</h3>");
  put_tagged(file, "<span class=\"got\">", words.points, "</span>");
  if (words.verdict[0]) sl_page_verdict(file, words.verdict);
  (void)fputs("</header>\n", file);
  put_said(file, &words);
  put_tagged(file, "<p>", words.figure, ".</p>\n");
  if (words.detail[0]) put_tagged(file, "<p class=\"note\">On “", words.case_name, "”:</p>\n");
  put_tagged(file, "<pre>", words.detail, "</pre>\n");
  put_tagged(file, "<p class=\"hint\"><b>Hint.</b> ", words.hint, "</p>\n");
  put_decided(file, words.override, words.comment);
  (void)fputs("</div>\n", file);
}

static void put_heading(FILE *file, const sl_record *record, const sl_outputs_lab *lab) {
  char got[SL_POINTS_TEXT], of[SL_POINTS_TEXT];
  const char *verdict = sl_wording_shown_verdict(record, lab);
  bool counts = (sl_wording_shown_now(lab) & SL_SHOW_POINTS) && sl_wording_record_counts(record);
  sl_shown_points sum = sl_wording_shown_points(record, lab);
  (void)fputs("<h2>", file);
  sl_html_text(file, record->lab);
  if (verdict[0]) sl_page_verdict(file, verdict);
  if (counts) {
    (void)fprintf(file, "<span class=\"sum\">%s of %s points", sl_wording_points(sum.points, got),
                  sl_wording_points(sum.possible, of));
    if (sum.open > 0) (void)fprintf(file, ", %s open", sl_wording_points(sum.open, got));
    sl_wording_put_bonus(file, &sum);
    (void)fputs("</span>", file);
  }
  (void)fputs("</h2>\n", file);
  if (counts && sum.possible > 0) {
    (void)fprintf(
        file,
        "<div class=\"meter\"><i style=\"width:%.1f%%\"></i><i style=\"width:%.1f%%\"></i>"
        "</div>\n",
        100 * sum.points / sum.possible, 100 * sum.open / sum.possible);
  }
}

static void put_time(FILE *file, const sl_outputs *outputs, const sl_record *record,
                     unsigned shown) {
  char room[SL_POINTS_TEXT];
  const char *after = outputs->times_of_files ? " (the file's modification time)." : ".";
  if (!record->handed_in[0]) return;
  put_tagged(file, "<p class=\"note\">Submitted ", record->handed_in, after);
  if (record->late_percent > 0 && !record->decided.overridden && (shown & SL_SHOW_POINTS)) {
    (void)fprintf(file, " Late: %s percent of the points are taken off.",
                  sl_wording_points(record->late_percent, room));
  }
  (void)fputs("</p>\n", file);
}

static void put_record(FILE *file, const sl_outputs *outputs, const sl_record *record) {
  const sl_outputs_lab *lab = sl_wording_record_lab(outputs, record);
  unsigned shown = sl_wording_shown_now(lab);
  char place[128];
  (void)fputs("<section>\n", file);
  put_heading(file, record, lab);
  if (sl_wording_record_is_of_file(record)) put_time(file, outputs, record, shown);
  put_tagged(file, "<p class=\"alert\">", sl_wording_record_sentence(record), "</p>\n");
  put_tagged(file, "<p class=\"alert\">The deadline was extended to ", record->extended, ".</p>\n");
  put_decided(file, (shown & SL_SHOW_POINTS) ? record->decided.override : "",
              record->decided.comment);
  if (record->message[0]) {
    (void)fputs("<pre>", file);
    sl_html_text(file, sl_wording_record_place(record, place));
    put_tagged(file, "", record->message, "</pre>\n");
  }
  for (size_t i = 0; i < record->num_items && sl_wording_record_is_of_file(record); i++) {
    if (sl_wording_item_is_shown(&record->items[i], lab)) {
      put_item(file, record, &record->items[i], shown);
    }
  }
  if (shown & SL_SHOW_OUTPUT) {
    put_tagged(file, "<details><summary>What the compiler reports</summary><pre>", record->compiler,
               "</pre></details>\n");
    put_tagged(file, "<details><summary>What the program printed</summary><pre>", record->output,
               "</pre></details>\n");
  }
  if (!lab->over) {
    (void)fputs("<p class=\"note\">More details are shown after the deadline.</p>\n", file);
  }
  put_tagged(file, "<p class=\"note\">Record <code>", record->key, "</code></p>\n");
  (void)fputs("</section>\n", file);
}

sl_status sl_put_page(FILE *file, const sl_outputs *outputs, const sl_student *student) {
  sl_page_begin(file, "Feedback for", student->name);
  for (size_t i = 0; i < student->count; i++) put_record(file, outputs, &student->records[i]);
  sl_page_end(file);
  return SL_OK;
}
