/* report_attention.c: the part of the report on what a person should look at. */
#include "grade/page.h"
#include "grade/put.h"
#include "report/html.h"

#include <string.h>

enum { MOST_OTHERS = 20 };

static void put_open_row(FILE *file, const sl_attention_row *row) {
  (void)fputs("<tr><td class=\"short\">", file);
  sl_page_student(file, row->record->student);
  (void)fputs("<td class=\"short\">", file);
  sl_html_text(file, row->record->lab);
  (void)fputs("<td>", file);
  sl_page_verdict(file, sl_record_verdict_name(row->record->verdict));
  (void)fputs("<td><code>", file);
  sl_html_text(file, row->file);
  (void)fputs("</code><td>", file);
  sl_html_text(file, row->why);
  (void)fputs("</tr>\n", file);
}

static void put_file_row(FILE *file, const sl_attention_row *row) {
  (void)fputs("<tr><td class=\"short\">", file);
  if (row->record) {
    sl_page_student(file, row->record->student);
  } else {
    (void)fputs("no student", file);
  }
  (void)fputs("<td><code>", file);
  sl_html_text(file, row->file);
  (void)fputs("</code><td>", file);
  sl_html_text(file, row->why);
  (void)fputs("</tr>\n", file);
}

/* Writes the files of one student that are not sources in one row. */
static size_t put_other_row(FILE *file, const sl_attention *list, size_t at) {
  const sl_record *record = list->rows[at].record;
  size_t first = at;
  (void)fputs("<tr><td class=\"short\">", file);
  sl_page_student(file, record->student);
  (void)fputs("<td>", file);
  for (; at < list->count && strcmp(list->rows[at].record->student, record->student) == 0; at++) {
    if (at - first >= MOST_OTHERS) continue;
    (void)fputs(at > first ? ", <code>" : "<code>", file);
    sl_html_text(file, list->rows[at].file);
    (void)fputs("</code>", file);
  }
  if (at - first > MOST_OTHERS) (void)fprintf(file, " and %zu more", at - first - MOST_OTHERS);
  (void)fputs("<td>not used: not a source file</tr>\n", file);
  return at;
}

static void put_open(FILE *file, const sl_attention *list) {
  size_t count = list->counts[SL_ATTENTION_SUBMISSION];
  if (count == 0) return;
  (void)fputs(
      "<table class=\"wide look\">\n<tr><th>student<th>lab<th>verdict<th>file<th>why</tr>\n", file);
  for (size_t i = 0; i < count; i++) put_open_row(file, &list->rows[i]);
  (void)fputs(
      "</table>\n<p class=\"note\">Points that could not be judged are open, not zero. If the "
      "machine could not grade a submission (<i>infrastructure</i>), the same command tries it "
      "again; <code>./lab doctor</code> says what the machine lacks. Points of a <i>review</i> are "
      "yours to give, in <code>decisions.txt</code>.",
      file);
  if (list->proposals) {
    (void)fprintf(file,
                  " For %zu of them a file is proposed: if you agree, add <code>--accept-names"
                  "</code> to the command, which then grades these files. Otherwise give the right "
                  "file the name of the lab's file.",
                  list->proposals);
  }
  (void)fputs("</p>\n", file);
}

void sl_put_report_attention(FILE *file, const sl_attention *list) {
  size_t at = list->counts[SL_ATTENTION_SUBMISSION];
  size_t others = list->count - list->counts[SL_ATTENTION_OTHER];
  if (list->count == 0) return;
  (void)fputs("<section>\n<h2>Needs attention</h2>\n", file);
  put_open(file, list);
  if (at < list->count) {
    (void)fputs("<h3 class=\"part\">Files to look at</h3>\n<table class=\"wide look\">\n"
                "<tr><th>student<th>file<th>why</tr>\n",
                file);
    for (; at < others; at++) put_file_row(file, &list->rows[at]);
    while (at < list->count) at = put_other_row(file, list, at);
    (void)fputs("</table>\n", file);
  }
  (void)fputs("</section>\n", file);
}
