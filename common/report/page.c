/* page.c: the annotated source as one HTML page: what was run, what was found, where most is
 * wasted, and the source (page_source.c). */
#include "report/report.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "judge/explain.h"
#include "report/html.h"

#include <string.h>

enum { MOST_WORST = 6, MOST_LAUNCH_ROWS = 40 };

void sl_page_link(FILE *file, const sl_sheets *sheets, const char *source, int line) {
  (void)fputs("<a href=\"#", file);
  sl_page_anchor(file, sheets, source, line);
  (void)fputs("\">", file);
  sl_html_text(file, sl_base_name(source));
  (void)fprintf(file, ":%d</a>", line);
}

void sl_page_open(FILE *file, const char *title, const char *kind, const char *style) {
  (void)fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
              file);
  sl_html_text(file, title);
  (void)fprintf(file, "%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", kind, sl_page_style,
                style);
}

static void put_head(FILE *file, const sl_lens_view *view) {
  sl_page_open(file, view->title, " – lens", "");
  (void)fputs("<header>\n<h1>", file);
  sl_html_text(file, view->title);
  (void)fputs("</h1>\n<p>", file);
  if (view->lab[0]) {
    (void)fputs("Lab ", file);
    sl_html_text(file, view->lab);
    (void)fputs(": ", file);
  }
  sl_html_text(file, sl_report_path(view->source));
  if (view->case_name[0]) {
    (void)fputs(" on the matrix ", file);
    sl_html_text(file, view->case_name);
    (void)fputs(", ", file);
    sl_html_text(file, view->precision);
  }
  (void)fputs(". The lens ran it on the CPU and counted the memory accesses of a GPU.</p>\n", file);
  if (view->partial && view->partial[0]) {
    (void)fputs("<p><b>Not the whole run: ", file);
    sl_html_text(file, view->partial);
    (void)fputs(".</b> Findings and counters are from the part before that.</p>\n", file);
  }
  (void)fputs("</header>\n", file);
}

static void begin_part(FILE *file, const sl_lens_view *view, const char *title) {
  int level = sl_page_level(view);
  (void)fprintf(file, "<section><h%d>%s</h%d>\n", level, title, level);
}

/* ---- totals ---------------------------------------------------------------------------------- */

static void put_tile(FILE *file, const char *class, const char *value, const char *what) {
  (void)fprintf(file, "<div class=\"tile %s\"><b>%s</b><span>%s</span></div>\n", class, value,
                what);
}

static const char *heat_class(uint64_t units, uint64_t ideal) {
  static const char *const classes[] = {"cool", "warm", "hot"};
  return units ? classes[sl_sheet_heat(units, ideal)] : "";
}

static double ratio(uint64_t over, uint64_t under) {
  return under ? (double)over / (double)under : 0;
}

static void put_totals(FILE *file, const sl_lens_view *view, const sl_line_sum *t) {
  char text[64];
  (void)fputs("<section class=\"tiles\" aria-label=\"totals\">\n", file);
  (void)snprintf(text, sizeof text, "%zu", view->seen.num_findings);
  put_tile(file, view->seen.num_findings ? "hot" : "cool", text,
           view->seen.num_findings == 1 ? "finding" : "findings");
  if (t->global_requests) {
    put_tile(file, "", sl_sheet_grouped(t->global_requests), "requests to global memory");
    put_tile(file, "", sl_sheet_grouped(t->sectors), "sectors of 32 bytes");
    (void)snprintf(text, sizeof text, "%.2f", ratio(t->sectors, t->global_requests));
    put_tile(file, heat_class(t->sectors, t->ideal_sectors), text, "sectors per request");
    (void)snprintf(text, sizeof text, "%.2f", ratio(t->ideal_sectors, t->global_requests));
    put_tile(file, "", text, "would be ideal");
  }
  if (t->shared_requests) {
    (void)snprintf(text, sizeof text, "%.2f", ratio(t->wavefronts, t->shared_requests));
    put_tile(file, heat_class(t->wavefronts, t->ideal_wavefronts), text,
             "wavefronts per shared request");
    put_tile(file, "", sl_sheet_grouped(t->bank_conflicts), "bank conflicts");
  }
  if (t->atomics) put_tile(file, "", sl_sheet_grouped(t->atomics), "atomic requests");
  (void)snprintf(text, sizeof text, "%.1f", ratio(t->threads, t->requests));
  if (t->requests) put_tile(file, "", text, "of 32 threads in a request");
  (void)fputs("</section>\n", file);
}

/* ---- launches -------------------------------------------------------------------------------- */

static bool same_launch(const sl_launch *a, const sl_launch *b) {
  return strcmp(a->kernel, b->kernel) == 0 && memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
         memcmp(a->block, b->block, sizeof a->block) == 0 && a->error == b->error;
}

static void put_launch(FILE *file, const sl_launch *l, size_t times) {
  (void)fputs("<tr><td><code>", file);
  sl_html_text(file, l->kernel);
  (void)fprintf(file, "</code></td><td>%u × %u × %u</td><td>%u × %u × %u</td><td>%zu</td>",
                l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], times);
  if (l->error) {
    (void)fprintf(file, "<td class=\"hot\">failed, CUDA error %d</td></tr>\n", l->error);
  } else {
    (void)fprintf(file, "<td>%.1f</td></tr>\n", ratio(l->thread_steps, l->warp_steps));
  }
}

/* Writes the launches. Launches of the same kernel with the same configuration are one row. */
static void put_launches(FILE *file, const sl_lens_view *view) {
  if (view->seen.num_launches == 0) return;
  begin_part(file, view, "Launches");
  (void)fputs(
      "<div class=\"scroll\" "
      "tabindex=\"0\" role=\"group\" aria-label=\"launches\"><table "
      "class=\"list\"><thead><tr><th>kernel</th>"
      "<th>grid</th><th>block</th><th>times</th><th>of 32 threads in any step</th></tr></thead>"
      "<tbody>\n",
      file);
  int rows = 0;
  for (size_t i = 0; i < view->seen.num_launches && rows < MOST_LAUNCH_ROWS; i++) {
    sl_launch sum = view->seen.launches[i];
    size_t times = 1, before = 0;
    while (before < i && !same_launch(&view->seen.launches[before], &sum)) before++;
    if (before < i) continue;
    for (size_t k = i + 1; k < view->seen.num_launches; k++) {
      if (!same_launch(&view->seen.launches[k], &sum)) continue;
      times++;
      sum.warp_steps += view->seen.launches[k].warp_steps;
      sum.thread_steps += view->seen.launches[k].thread_steps;
    }
    put_launch(file, &sum, times);
    rows++;
  }
  (void)fputs("</tbody></table></div></section>\n", file);
}

/* ---- findings and waste ---------------------------------------------------------------------- */

static void put_findings(FILE *file, const sl_lens_view *view, const sl_sheets *sheets) {
  if (view->seen.num_findings == 0) return;
  begin_part(file, view, "Findings");
  (void)fputs("<ul class=\"findings\">\n", file);
  for (size_t i = 0; i < view->seen.num_findings; i++) {
    const sl_finding *f = &view->seen.findings[i];
    char text[700];
    sl_explain_finding(f, text, sizeof text);
    (void)fputs("<li>", file);
    if (f->line) sl_page_link(file, sheets, f->file, f->line);
    (void)fputc(' ', file);
    sl_html_text(file, text);
    (void)fputs("</li>\n", file);
  }
  (void)fputs("</ul></section>\n", file);
}

static void put_idle(FILE *file, const sl_sheets *sheets) {
  char text[300], time[64];
  if (!sheets->idle.first) return;
  sl_sheet_idle_text(&sheets->idle, text, sizeof text);
  sl_sheet_access_time_text(sheets, &sheets->idle, time, sizeof time);
  (void)fputs("<li>", file);
  sl_page_link(file, sheets, sheets->idle.first->file, sheets->idle.first->line);
  (void)fprintf(file, " %s%s</li>\n", text, time);
}

static void put_worst(FILE *file, const sl_lens_view *view, const sl_sheets *sheets) {
  bool any = sheets->num_worst > 0 || sheets->idle.first;
  if (view->seen.num_counters == 0) return;
  begin_part(file, view, "Most wasted traffic (not time)");
  (void)fputs(any ? "<ol class=\"worst\">\n" : "<p>No waste: every request is ideal.</p>", file);
  if (sheets->idle_first) put_idle(file, sheets);
  for (size_t i = 0; i < sheets->num_worst && i < MOST_WORST; i++) {
    const sl_access *access = &sheets->worst[i];
    char name[100], text[300], time[64];
    sl_sheet_access_name(access->first, name, sizeof name);
    sl_sheet_access_text(access, text, sizeof text);
    sl_sheet_access_time_text(sheets, access, time, sizeof time);
    (void)fputs("<li>", file);
    sl_page_link(file, sheets, access->first->file, access->first->line);
    (void)fputs(" <b>", file);
    sl_html_text(file, name);
    (void)fprintf(file, "</b>: %s%s</li>\n", text, time);
  }
  if (!sheets->idle_first) put_idle(file, sheets);
  if (any) (void)fputs("</ol>", file);
  (void)fputs("</section>\n", file);
}

static void put_legend(FILE *file) {
  (void)fputs("<footer><h2>How to read it</h2>\n"
              "<p>A <b>request</b> is one memory instruction of one warp, a <b>sector</b> 32 "
              "bytes: the least that global memory moves. <b>Ideal</b> is what a request needs if "
              "its threads’ bytes are adjacent. The bar is the line’s share of all <b>sectors</b>; "
              "its share of the predicted <b>time</b> is in the column beside it. Many sectors can "
              "take little time, and few sectors can take long. The bar’s colour says how far the "
              "line is from the ideal: <span class=\"cool\">near</span>, <span class=\"warm\">more "
              "than 1.3 times</span>, <span class=\"hot\">more than twice</span>. In shared memory "
              "a request takes one <b>wavefront</b>, or as many as there are distinct words in the "
              "same one of the 32 banks; a striped bar is a share of wavefronts. The names are "
              "those of Nsight Compute. Counters do not depend on caches; predicted times do.</p>\n"
              "<p>In a picture of global memory, requested bytes are filled, bytes that are moved "
              "with them are pale, and bytes that are not moved have a dashed outline; each colour "
              "is one line of 128 bytes. In a picture of shared memory, words that a bank must "
              "serve one after another are below each other; a number is the first lane that asked "
              "for the word, and a + means that more lanes did.</p>\n"
              "</footer>\n",
              file);
}

void sl_page_parts(FILE *file, const sl_lens_view *view, const sl_sheets *sheets) {
  put_totals(file, view, &sheets->total);
  put_findings(file, view, sheets);
  put_worst(file, view, sheets);
  sl_page_times(file, view, sheets);
  put_launches(file, view);
  sl_page_source(file, view, sheets);
}

void sl_page_close(FILE *file) {
  put_legend(file);
  (void)fprintf(file, "<script>\n%s</script>\n</body>\n</html>\n", sl_page_script);
}

sl_status sl_page_write(const char *path, void (*put)(FILE *file, const void *what),
                        const void *what) {
  char why[96];
  FILE *file = sl_regular_fopen(path, 'w', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  put(file, what);
  bool failed = ferror(file) != 0;
  if (fclose(file) == 0 && !failed) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write all of %s: is the disk full?", path);
}

typedef struct lens_page {
  const sl_lens_view *view;
  const sl_sheets *sheets;
} lens_page;

static void put_page(FILE *file, const void *what) {
  const lens_page *page = (const lens_page *)what;
  put_head(file, page->view);
  (void)fputs("<main>\n", file);
  sl_page_parts(file, page->view, page->sheets);
  (void)fputs("</main>\n", file);
  sl_page_close(file);
}

sl_status sl_report_page(const char *path, const sl_lens_view *view) {
  sl_sheets sheets;
  sl_status status = sl_sheets_make(view, &sheets);
  lens_page page = {view, &sheets};
  if (status == SL_OK) status = sl_page_write(path, put_page, &page);
  sl_sheets_free(&sheets);
  return status;
}
