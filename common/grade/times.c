/* times.c: the part of the report about times on a GPU. */
#include "grade/put.h"

#include "grade/page.h"
#include "report/html.h"

#include <string.h>

static void put_text_cell(FILE *file, const char *text) {
  (void)fputs("<td>", file);
  sl_html_text(file, text);
}

static void put_row(FILE *file, const sl_record *record, const sl_record_item *item) {
  char points[SL_POINTS_TEXT], possible[SL_POINTS_TEXT];
  bool review = sl_wording_item_needs_review(record, item);
  (void)fputs("<tr>", file);
  put_text_cell(file, record->student);
  put_text_cell(file, item->task);
  (void)fprintf(file, "<td class=\"num\">%.1f<td class=\"num\">%.1f<td class=\"num\">%.3f",
                item->time_us, item->reference_us, item->value);
  (void)sl_wording_points(item->points, points);
  (void)fprintf(file, "<td class=\"num\">%s of %s<td>", item->judged ? points : "open",
                sl_wording_points(item->possible, possible));
  sl_page_verdict(file, review ? "review" : sl_record_verdict_name(item->verdict));
  (void)fputs("</tr>\n", file);
}

void sl_put_times(FILE *file, const sl_records *records, const char *lab) {
  bool any = false;
  for (size_t r = 0; r < records->count; r++) {
    const sl_record *record = &records->all[r];
    for (size_t i = 0; i < record->num_items && strcmp(record->lab, lab) == 0; i++) {
      if (!sl_wording_item_is_timed(&record->items[i])) continue;
      if (!any) {
        (void)fputs("<h3 class=\"part\">Times on a GPU</h3>\n<div class=\"scroll\"><table "
                    "class=\"wide\">\n<tr><th>student<th>task<th class=\"num\">us per launch<th "
                    "class=\"num\">the reference’s<th class=\"num\">ratio<th "
                    "class=\"num\">points<th>verdict</tr>\n",
                    file);
      }
      any = true;
      put_row(file, record, &record->items[i]);
    }
  }
  if (any) {
    (void)fputs("</table></div>\n<p class=\"note\">Each submission was measured together with the "
                "reference solution in the same run, by the grader’s own clock.</p>\n",
                file);
  }
}
