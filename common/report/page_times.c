/* page_times.c: the predicted times on the page: what limits each kernel, what warps wait for, the
 * course of the launch, and which lines cost most time. */
#include "report/causes.h"
#include "report/html.h"
#include "report/times.h"

#include "base/path.h"
#include "judge/devices.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 6, MOST_LINES = 5 };

/* ---- shares ---------------------------------------------------------------------------------- */

static const char *const wait_names[LENS_NUM_LIMITS] = {[LENS_LIMIT_ISSUE] = "issue instructions",
                                                        [LENS_LIMIT_L1] = "L1 cache",
                                                        [LENS_LIMIT_L2] = "L2 cache",
                                                        [LENS_LIMIT_DRAM] = "device memory",
                                                        [LENS_LIMIT_SHARED] = "shared memory",
                                                        [LENS_LIMIT_ATOMIC] =
                                                            "atomics on one address",
                                                        [LENS_LIMIT_BARRIER] = "barriers",
                                                        [LENS_LIMIT_LATENCY] = "answers in flight",
                                                        [LENS_LIMIT_START] = "start of the block"};

/* Numbers of colours of page_style.c. */
static const int colours[LENS_NUM_LIMITS] = {2, 5, 1, 0, 3, 6, 7, 4, 8};

/* Draws one bar, divided into the shares, with a legend below it. */
static void put_waits(FILE *file, const lens_prediction *p) {
  double x = 0;
  (void)fputs("<h4>How warps spend their time</h4>\n<svg class=\"picture waits\" viewBox=\"0 0 760 "
              "22\" role=\"img\" aria-label=\"shares of the warps' time\">",
              file);
  for (int i = 0; i < LENS_NUM_LIMITS; i++) {
    double width = 760 * p->waits[i];
    if (width < 0.5) continue;
    (void)fprintf(file,
                  "<rect class=\"used c%d\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"22\">"
                  "<title>%s: %.1f %%</title></rect>",
                  colours[i], x, width, wait_names[i], 100 * p->waits[i]);
    x += width;
  }
  (void)fputs("</svg>\n<p class=\"keys\">", file);
  for (int i = 0; i < LENS_NUM_LIMITS; i++) {
    if (p->waits[i] < 0.005) continue;
    (void)fprintf(file, "<span class=\"c%d\"><i></i>%s %.0f %%</span> ", colours[i], wait_names[i],
                  100 * p->waits[i]);
  }
  (void)fputs("</p>\n", file);
}

static void put_busy(FILE *file, const lens_prediction *p) {
  static const lens_limit resources[] = {LENS_LIMIT_ISSUE, LENS_LIMIT_L1,     LENS_LIMIT_L2,
                                         LENS_LIMIT_DRAM,  LENS_LIMIT_SHARED, LENS_LIMIT_ATOMIC,
                                         LENS_LIMIT_START};
  static const char *const names[LENS_NUM_LIMITS] = {[LENS_LIMIT_ISSUE] = "instruction issue",
                                                     [LENS_LIMIT_L1] = "L1 cache",
                                                     [LENS_LIMIT_L2] = "L2 cache",
                                                     [LENS_LIMIT_DRAM] = "device memory",
                                                     [LENS_LIMIT_SHARED] = "shared memory",
                                                     [LENS_LIMIT_ATOMIC] = "one address (atomics)",
                                                     [LENS_LIMIT_START] = "start of blocks"};
  (void)fputs("<h4>How busy the GPU is</h4>\n<table class=\"list busy\"><tbody>\n", file);
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
    double share = p->utilisation[resources[i]];
    if (share < 0.005 && resources[i] != LENS_LIMIT_DRAM) continue;
    const char *heat = share >= 0.6 ? "hot" : share >= 0.3 ? "warm" : "cool";
    (void)fprintf(file,
                  "<tr><td>%s</td><td class=\"share\"><div class=\"bar %s\" "
                  "style=\"width:%.1f%%\"></div></td><td class=\"num\">%.0f %%</td></tr>\n",
                  names[resources[i]], heat, share > 1 ? 100 : 100 * share, 100 * share);
  }
  (void)fputs("</tbody></table>\n", file);
}

static void put_caches(FILE *file, const lens_prediction *p) {
  uint64_t l1 = p->l1_hits + p->l1_misses, l2 = p->l2_hits + p->l2_misses;
  (void)fputs("<p>", file);
  if (l1) {
    (void)fprintf(file, "Of %s loaded sectors, %.0f %% are in L1. ", sl_sheet_grouped(l1),
                  100.0 * (double)p->l1_hits / (double)l1);
  }
  if (l2) {
    (void)fprintf(file, "Of %s sectors that reach L2, %.0f %% are in L2. ", sl_sheet_grouped(l2),
                  100.0 * (double)p->l2_hits / (double)l2);
  }
  (void)fprintf(file, "Device memory moves %s sectors", sl_sheet_grouped(p->dram_sectors));
  if (p->kernel_us > 0) {
    char bytes[32];
    sl_causes_bytes_text(sl_causes_dram_bytes(p), bytes, sizeof bytes);
    (void)fprintf(file, " (%s), %.0f GB/s, which is %.0f %% of its bandwidth", bytes,
                  sl_causes_dram_bytes(p) / 1e3 / p->kernel_us, 100 * sl_causes_dram_share(p));
  }
  (void)fprintf(file, ". On average %.1f of 32 lanes take part in a request.", 32 * p->lanes);
  if (p->tail >= 0.05) {
    (void)fprintf(file,
                  " In %.0f %% of the time, fewer than half of the multiprocessors that began "
                  "still have work.",
                  100 * p->tail);
  }
  (void)fputs("</p>\n", file);
}

/* ---- the timeline ---------------------------------------------------------------------------- */

enum { LEFT = 46, TOP = 8, CHART_WIDTH = 700, CHART_HEIGHT = 120 };

/* Returns the value at the top of the chart, in percent. */
static int top_of(const lens_stretches *m) {
  static const int tops[] = {5, 10, 20, 50, 100};
  float most = 0;
  for (unsigned i = 0; i < m->count; i++) {
    const lens_stretch *at = &m->all[i];
    const float shares[] = {at->warps, at->instructions, at->l2, at->dram};
    for (int k = 0; k < 4; k++) most = shares[k] > most ? shares[k] : most;
  }
  int i = 0;
  while (i < 4 && tops[i] < 100 * most) i++;
  return tops[i];
}

static double share_of(const lens_stretch *at, int series) {
  const float shares[] = {at->warps, at->instructions, at->l2, at->dram};
  return shares[series];
}

/* Draws steps, because each value covers a stretch of time. */
static void put_series(FILE *file, const lens_stretches *m, int series, bool filled) {
  double top = top_of(m) / 100.0;
  static const int of_series[] = {4, 2, 1, 0};
  double width = (double)CHART_WIDTH / m->count;
  (void)fprintf(file, "<path class=\"%s c%d\" d=\"M%d %d", filled ? "area" : "step",
                of_series[series], LEFT, TOP + CHART_HEIGHT);
  for (unsigned i = 0; i < m->count; i++) {
    double y = TOP + CHART_HEIGHT * (1 - share_of(&m->all[i], series) / top);
    (void)fprintf(file, "V%.1fH%.1f", y, LEFT + (i + 1) * width);
  }
  (void)fprintf(file, "V%d%s\"/>\n", TOP + CHART_HEIGHT, filled ? "Z" : "");
}

/* Returns 1, 2 or 5 times a power of 10, chosen for about six marks. */
static double step_of(double most) {
  double step = 1e-3;
  for (int i = 0; most / step > 6; i++) step *= i % 3 == 1 ? 2.5 : 2;
  return step;
}

static void put_axes(FILE *file, double most_us, int top) {
  for (int half = 0; half <= 2; half++) {
    int y = TOP + CHART_HEIGHT - CHART_HEIGHT * half / 2;
    (void)fprintf(file,
                  "<path class=\"grid\" d=\"M%d %dh%d\"/><text class=\"label\" x=\"%d\" y=\"%d\" "
                  "text-anchor=\"end\">%g %%</text>\n",
                  LEFT, y, CHART_WIDTH, LEFT - 4, y + 3, top * half / 2.0);
  }
  double step = step_of(most_us);
  for (double us = 0; us <= most_us; us += step) {
    double x = LEFT + CHART_WIDTH * us / most_us;
    char text[32];
    sl_time_text(us, text, sizeof text);
    (void)fprintf(file, "<text class=\"label\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
                  x, TOP + CHART_HEIGHT + 14, x > LEFT + 0.95 * CHART_WIDTH ? "end" : "middle",
                  us > 0 ? text : "0");
  }
}

static void put_timeline(FILE *file, const lens_stretches *m) {
  if (!m || m->count == 0) return;
  double most_us = m->count * m->each_us;
  (void)fprintf(file,
                "<h4>Predicted timeline of the launch, from its first to its last block</h4>\n<svg "
                "class=\"picture\" viewBox=\"0 0 760 %d\" role=\"img\" aria-label=\"timeline: "
                "resident warps and busy resources\">\n",
                TOP + CHART_HEIGHT + 22);
  put_series(file, m, 0, true);
  put_axes(file, most_us, top_of(m));
  for (int series = 1; series < 4; series++) put_series(file, m, series, false);
  (void)fputs("</svg>\n<p class=\"keys\"><span class=\"c4\"><i></i>warps, of those the GPU can "
              "hold</span> <span class=\"c2\"><i></i>instructions, of those it can issue</span> "
              "<span class=\"c1\"><i></i>L2, of its bandwidth</span> <span class=\"c0\"><i></i>"
              "device memory, of its bandwidth</span></p>\n",
              file);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b) {
  const sl_line_time *one = *(const sl_line_time *const *)a, *two = *(const sl_line_time *const *)b;
  if (one->time_us != two->time_us) return one->time_us < two->time_us ? 1 : -1;
  return (one > two) - (one < two);
}

static const char *longest_wait(const sl_line_time *t) {
  int longest = 0;
  for (int i = 1; i < LENS_NUM_LIMITS; i++) {
    if (t->waits_us[i] > t->waits_us[longest]) longest = i;
  }
  return wait_names[longest];
}

static void put_lines(FILE *file, const sl_sheets *sheets, const sl_lens_report *seen,
                      const sl_kernel_time *kernel) {
  const sl_line_time *lines[SL_MAX_LINE_TIMES];
  size_t count = 0;
  double all = 0;
  for (size_t i = 0; i < seen->num_line_times && count < SL_MAX_LINE_TIMES; i++) {
    const sl_line_time *t = &seen->line_times[i];
    if (strcmp(t->kernel, kernel->kernel) != 0) continue;
    all += t->time_us;
    if (t->line > 0) lines[count++] = t;
  }
  if (count == 0 || all <= 0) return;
  qsort(lines, count, sizeof *lines, by_time);
  (void)fputs("<h4>Lines that take most time</h4>\n<table class=\"list "
              "busy\"><thead><tr><th>line</th><th></th><th>of the time</th><th>most of "
              "it</th></tr></thead><tbody>\n",
              file);
  for (size_t i = 0; i < count && i < MOST_LINES; i++) {
    double share = lines[i]->time_us / all;
    if (share < 0.01) break;
    (void)fputs("<tr><td>", file);
    sl_page_link(file, sheets, lines[i]->file, lines[i]->line);
    (void)fprintf(file,
                  "</td><td class=\"share\"><div class=\"bar %s\" style=\"width:%.1f%%\"></div>"
                  "</td><td class=\"num\">%.0f %%</td><td>%s</td></tr>\n",
                  share >= 0.5   ? "hot"
                  : share >= 0.2 ? "warm"
                                 : "cool",
                  100 * share, 100 * share, longest_wait(lines[i]));
  }
  (void)fputs("</tbody></table>\n", file);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static void put_kernel(FILE *file, const sl_lens_view *view, const sl_sheets *sheets,
                       const sl_times *times, const sl_kernel_time *k) {
  char time[32], low[32], high[32], limit[300];
  double least, most;
  int level = sl_page_level(view) + 1;
  sl_time_range(times, k->longest.limit, k->time_us, &least, &most);
  sl_time_text(k->time_us, time, sizeof time);
  sl_time_text(least, low, sizeof low);
  sl_time_text(most, high, sizeof high);
  sl_times_limit_text(&k->longest, limit, sizeof limit);
  (void)fprintf(file, "<section class=\"timed\"><h%d>", level);
  sl_html_text(file, k->kernel);
  (void)fprintf(file, "</h%d>\n<p><b>Predicted: %s</b> (%s to %s)", level, time, low, high);
  if (k->launches > 1) (void)fprintf(file, " in %u launches", k->launches);
  (void)fprintf(file, ". What limits it: %s.%s</p>\n", limit,
                k->launches > 1 ? " The figures below are for the longest launch." : "");
  char causes[SL_MAX_CAUSES][SL_CAUSE_BYTES];
  int num_causes = sl_causes_find(&k->longest, k->launch, causes);
  for (int i = 0; i < num_causes; i++) (void)fprintf(file, "<p>%s</p>\n", causes[i]);
  sl_times_recorded_text(&k->longest, limit, sizeof limit);
  if (limit[0]) (void)fprintf(file, "<p>%s</p>\n", limit);
  if (view->brief) {
    (void)fputs("</section>\n", file);
    return;
  }
  put_waits(file, &k->longest);
  put_timeline(file, k->stretches);
  put_busy(file, &k->longest);
  put_caches(file, &k->longest);
  put_lines(file, sheets, view->timed ? view->timed : &view->seen, k);
  (void)fputs("</section>\n", file);
}

/* ---- launches -------------------------------------------------------------------------------- */

static void put_launch(FILE *file, const sl_predicted *p, const sl_launch *launch) {
  char time[32], warps[32], bytes[32];
  sl_time_text(p->is.time_us, time, sizeof time);
  sl_times_warps_text(&p->is, warps, sizeof warps);
  sl_causes_bytes_text(sl_causes_dram_bytes(&p->is), bytes, sizeof bytes);
  (void)fprintf(file, "<tr><td class=\"num\">%u</td><td><code>", p->launch + 1);
  sl_html_text(file, launch->kernel);
  (void)fprintf(file,
                "</code></td><td class=\"num\">%s</td><td class=\"num\">%s</td><td>%s</td>"
                "<td class=\"num\">%s</td><td class=\"num\">%.0f %%</td></tr>\n",
                time, warps, sl_causes_fit_name(&p->is, launch), bytes,
                100 * sl_causes_dram_share(&p->is));
}

static void put_launches(FILE *file, const sl_lens_report *seen) {
  (void)fputs(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"predicted "
      "launches\"><table class=\"list\"><thead><tr><th class=\"num\">launch</th><th>kernel</th><th "
      "class=\"num\">predicted</th><th class=\"num\">warps per multiprocessor</th><th>limited "
      "by</th><th class=\"num\">device memory moves</th><th class=\"num\">of its "
      "bandwidth</th></tr></thead><tbody>\n",
      file);
  size_t shown = 0;
  for (size_t i = 0; i < seen->num_predicted && shown < SL_MAX_TIMED_LAUNCHES; i++) {
    const sl_predicted *p = &seen->predicted[i];
    if (p->launch >= seen->num_launches) continue;
    put_launch(file, p, &seen->launches[p->launch]);
    shown++;
  }
  (void)fputs("</tbody></table></div>\n<p>", file);
  if (shown < seen->num_predicted) {
    (void)fprintf(file, "There are %zu more launches. ", seen->num_predicted - shown);
  }
  (void)fputs("The range of a launch is as wide as the range of its kernel, below. Warps: average "
              "number of resident warps, of those that a multiprocessor can hold if registers do "
              "not limit them; the lens does not know the registers.</p>\n",
              file);
}

void sl_page_times(FILE *file, const sl_lens_view *view, const sl_sheets *sheets) {
  sl_times times;
  char range[400];
  int level = sl_page_level(view);
  sl_status status = sl_times_make(view->timed ? view->timed : &view->seen, &times);
  if (status == SL_OK && times.num_kernels > 0) {
    sl_device_range(times.gpu, times.verified, range, sizeof range);
    (void)fprintf(file, "<section class=\"times\"><h%d>Predicted time</h%d>\n<p>", level, level);
    sl_html_text(file, range);
    (void)fputs(". Caches are cold before the first launch.</p>\n", file);
    if (!view->brief) put_launches(file, view->timed ? view->timed : &view->seen);
    for (size_t i = 0; i < times.num_kernels && i < MOST_KERNELS; i++) {
      put_kernel(file, view, sheets, &times, &times.kernels[i]);
    }
    (void)fputs("</section>\n", file);
  }
  sl_times_free(&times);
}
