/* report_labs.c: the parts of the report on each lab, and on all labs together. */
#include "grade/figures.h"
#include "grade/page.h"
#include "grade/put.h"
#include "report/html.h"

#include <math.h>

enum { MOST_MISTAKES = 12 };

/* Draws parts of a whole side by side. */
static void put_split(FILE *file, const size_t parts[4]) {
  static const char *const classes[4] = {"cool", "warm", "hot", "soft"};
  size_t sum = parts[0] + parts[1] + parts[2] + parts[3];
  (void)fputs("<div class=\"split\">", file);
  for (int i = 0; i < 4 && sum; i++) {
    if (parts[i]) {
      (void)fprintf(file, "<i class=\"%s\" style=\"width:%.1f%%\"></i>", classes[i],
                    100.0 * (double)parts[i] / (double)sum);
    }
  }
  (void)fputs("</div>", file);
}

static void put_items(FILE *file, const sl_tally *tally) {
  char name[256];
  (void)fputs("<h3 class=\"part\">Tasks, the hardest first</h3>\n<div class=\"scroll\"><table "
              "class=\"wide\">\n<tr><th>task<th>"
              "<th class=\"num\">pass<th class=\"num\">some points<th class=\"num\">none"
              "<th class=\"num\">not written<th class=\"num\">mean points</tr>\n",
              file);
  for (size_t i = 0; i < tally->num_items; i++) {
    const sl_tally_item *item = &tally->items[i];
    const size_t parts[4] = {item->passed, item->partial, item->failed, item->not_written};
    size_t judged = parts[0] + parts[1] + parts[2] + parts[3];
    (void)fputs("<tr><td>", file);
    sl_html_text(file, sl_wording_item_name(item->example, name));
    (void)fputs("<td>", file);
    if (judged) put_split(file, parts);
    if (judged) {
      for (int k = 0; k < 4; k++) (void)fprintf(file, "<td class=\"num\">%zu", parts[k]);
      (void)fputs("<td class=\"num\">", file);
      sl_page_points(file, item->points / (double)judged);
      (void)fputs(" of ", file);
      sl_page_points(file, item->example->possible);
    } else {
      (void)fprintf(file, "<td colspan=\"5\" class=\"num\">open: not judged for %zu", item->open);
    }
    (void)fputs("</tr>\n", file);
  }
  (void)fputs(
      "</table></div>\n<p class=\"key\"><span><i style=\"background:var(--cool-fill)\"></i>pass"
      "</span><span><i style=\"background:var(--warm-fill)\"></i>some points</span><span>"
      "<i style=\"background:var(--hot-fill)\"></i>none</span><span><i style=\"background:"
      "var(--edge)\"></i>not written</span></p>\n",
      file);
}

static void put_mistakes(FILE *file, const sl_tally *tally) {
  size_t shown = tally->num_mistakes < MOST_MISTAKES ? tally->num_mistakes : MOST_MISTAKES;
  if (shown == 0) return;
  (void)fputs("<h3 class=\"part\">The most common mistakes</h3>\n<div class=\"scroll\"><table "
              "class=\"wide\">\n<tr><th "
              "class=\"count\">"
              "students<th>mistake<th></tr>\n",
              file);
  for (size_t i = 0; i < shown; i++) {
    (void)fprintf(file, "<tr><td class=\"count\">%zu<td><code>", tally->mistakes[i].count);
    sl_html_text(file, tally->mistakes[i].name);
    (void)fputs("</code><td>", file);
    sl_html_text(file, tally->mistakes[i].what);
    (void)fputs("</tr>\n", file);
  }
  (void)fputs("</table></div>\n", file);
  if (shown < tally->num_mistakes) {
    (void)fprintf(file, "<p class=\"note\">There are %zu more mistakes.</p>\n",
                  tally->num_mistakes - shown);
  }
}

static void put_verdicts(FILE *file, const sl_tally *tally) {
  (void)fputs("<p class=\"counts\">", file);
  for (int v = 0; v < SL_NUM_GRADE_VERDICTS; v++) {
    if (tally->verdicts[v] == 0) continue;
    (void)fprintf(file, "<span>%zu ", tally->verdicts[v]);
    sl_page_verdict(file, sl_record_verdict_name((sl_grade_verdict)v));
    (void)fputs("</span>", file);
  }
  (void)fputs("</p>\n", file);
}

/* Writes the same figures as a table, which is the only form without gnuplot. */
static void put_bins(FILE *file, const sl_tally *tally) {
  (void)fputs("<div class=\"scroll\"><table class=\"wide\"><tr><th>percent of the points", file);
  for (int i = 0; i < SL_TALLY_BINS; i++) {
    (void)fprintf(file, "<th class=\"num\">%d–%d", i * 10, (i + 1) * 10);
  }
  (void)fputs("</tr>\n<tr><td>submissions", file);
  for (int i = 0; i < SL_TALLY_BINS; i++) {
    (void)fprintf(file, "<td class=\"num\">%zu", tally->bins[i]);
  }
  (void)fputs("</tr></table></div>\n", file);
}

static void put_sum(FILE *file, const sl_tally *tally) {
  (void)fprintf(file, "<p class=\"note\">%zu submission%s", tally->records,
                tally->records == 1 ? "" : "s");
  if (tally->graded) {
    (void)fputs(": the median has ", file);
    sl_page_points(file, round(sl_tally_quantile(tally, 0.5)));
    (void)fputs(" percent of the judged points, the middle half from ", file);
    sl_page_points(file, round(sl_tally_quantile(tally, 0.25)));
    (void)fputs(" to ", file);
    sl_page_points(file, round(sl_tally_quantile(tally, 0.75)));
    (void)fputs(" percent", file);
  }
  if (tally->late) (void)fprintf(file, "; %zu late", tally->late);
  if (tally->open > 0) {
    (void)fputs("; ", file);
    sl_page_points(file, tally->open);
    (void)fputs(" points are open, because their tasks were not judged", file);
  }
  (void)fputs(".</p>\n", file);
}

/* Writes a figure, or the reason if it could not be drawn. Only lack of memory is an error. */
static sl_status put_figure(FILE *file, sl_status drawn, const char *caption) {
  if (drawn == SL_ERR_MEMORY) return drawn;
  if (drawn == SL_OK) {
    (void)fprintf(file, "<figcaption>%s</figcaption></figure>\n", caption);
  } else if (drawn == SL_ERR_MISSING) {
    (void)fputs("</figure>\n<p class=\"note\">No figure: gnuplot is not installed.</p>\n", file);
  } else {
    (void)fputs("</figure>\n<p class=\"note\">No figure: ", file);
    sl_html_text(file, sl_status_message());
    (void)fputs("</p>\n", file);
  }
  return SL_OK;
}

sl_status sl_put_report_lab(FILE *file, const sl_records *records, const sl_tally *tally) {
  (void)fputs("<section>\n<h2>", file);
  sl_html_text(file, tally->lab);
  (void)fputs("</h2>\n", file);
  put_sum(file, tally);
  put_verdicts(file, tally);
  if (tally->graded) {
    (void)fputs(
        "<figure class=\"figure\" role=\"img\" aria-label=\"How many submissions have which "
        "share of the points; the table below has the numbers\">",
        file);
    SL_TRY(put_figure(file, sl_figure_marks(file, tally), "Marks after late penalties."));
    put_bins(file, tally);
  }
  put_items(file, tally);
  put_mistakes(file, tally);
  sl_put_times(file, records, tally->lab);
  (void)fputs("</section>\n", file);
  return SL_OK;
}

sl_status sl_put_report_all_labs(FILE *file, const sl_tally *tallies, size_t num_labs) {
  size_t graded = 0;
  for (size_t i = 0; i < num_labs; i++) graded += tallies[i].graded > 0;
  if (num_labs < 2 || graded < num_labs) return SL_OK;
  (void)fputs(
      "<section>\n<h2>All labs</h2>\n<figure class=\"figure\" role=\"img\" aria-label=\"The "
      "range of the marks of each lab\">",
      file);
  SL_TRY(put_figure(file, sl_figure_labs(file, tallies, num_labs),
                    "The box spans the middle half of the submissions, and the line in it is the "
                    "median; the whiskers reach from the lowest to the highest."));
  (void)fputs("</section>\n", file);
  return SL_OK;
}
