/* work.c: a student's work as one page. What the lens saw of a kernel is shown as on the lens's
 * page. */
#include "report/work.h"

#include "report/bars.h"
#include "report/cells.h"
#include "report/html.h"
#include "report/roofline.h"

#include "base/memory.h"
#include "judge/quiz_file.h"

#include <string.h>

enum { MOST_TRIED = 3 };

static const char work_style[] =
    "nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;list-style:none}"
    "h2{font-size:1.3rem;margin-top:2.5rem;border-top:1px solid var(--edge);padding-top:1rem}"
    "h4{font-size:.95rem;margin:1.2rem 0 .3rem}"
    "meter{width:100%;max-width:30rem;height:1.2rem}"
    ".points td,.points th,.figures td,.figures th{padding:.2rem .8rem .2rem 0;text-align:left;"
    "border-bottom:1px solid var(--edge)}.points .num,.figures .num{text-align:right}"
    "caption{text-align:left;font-weight:600;padding:.6rem 0 .2rem}.figures "
    "th[scope=row]{font-weight:400;min-width:7.5rem}"
    ".next{border:1px solid var(--edge);border-left:4px solid var(--link);border-radius:6px;"
    "padding:.4rem 1rem;background:var(--panel);margin:1rem 0}.next li{margin:.25rem 0}"
    "@media screen and (max-width:520px){.points td:nth-child(2),.points th:nth-child(2){display:"
    "none}.figures caption::after{content:' – scroll sideways →';font-weight:400;"
    "color:var(--soft)}}"
    "@media print{h2{break-before:page}nav{display:none}.figures{break-inside:avoid}}\n";

static bool has_passed(const sl_work_lab *lab, size_t task) {
  return strcmp(lab->verdicts[task], sl_judge_verdict_name(SL_PASSED)) == 0;
}

static int points_of(const sl_work_lab *lab, int *possible_out) {
  int points = 0;
  for (size_t t = 0; t < lab->lab->num_tasks; t++) {
    *possible_out += lab->lab->tasks[t].points;
    if (has_passed(lab, t)) points += lab->lab->tasks[t].points;
  }
  return points;
}

static bool is_begun(const sl_work_lab *lab) {
  for (size_t t = 0; t < lab->lab->num_tasks; t++) {
    if (lab->verdicts[t][0]) return true;
  }
  return lab->judged.num_tasks > 0;
}

static void put(FILE *file, const char *before, const char *text, const char *after) {
  (void)fputs(before, file);
  sl_html_text(file, text);
  (void)fputs(after, file);
}

/* ---- head of the page ------------------------------------------------------------------------ */

static void put_head(FILE *file, const sl_work *work) {
  char style[sizeof work_style + 2048];
  (void)snprintf(style, sizeof style, "%s%s%s", work_style, sl_bars_style, sl_roofline_style);
  sl_page_open(file, work->title, "", style);
  put(file, "<header>\n<h1>", work->title, "</h1>\n");
  put(file, "<p>", work->date, ". ");
  put(file, "", work->remark, " ");
  put(file, "Figures were measured on ", work->device, "</p>\n</header>\n");
}

static void put_points(FILE *file, const sl_work *work) {
  int points = 0, possible = 0;
  for (size_t i = 0; i < work->num_labs; i++) points += points_of(&work->labs[i], &possible);
  (void)fprintf(file,
                "<section aria-labelledby=\"points\">\n<h2 id=\"points\">Points</h2>\n"
                "<p><b>%d of %d points</b></p>\n<meter min=\"0\" max=\"%d\" value=\"%d\" "
                "aria-label=\"points\">%d of %d</meter>\n",
                points, possible, possible > 0 ? possible : 1, points, points, possible);
  (void)fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"points\">"
              "<table class=\"points\"><thead><tr><th scope=\"col\">lab</th>"
              "<th scope=\"col\">what it is about</th><th scope=\"col\">tasks passed</th>"
              "<th scope=\"col\" class=\"num\">points</th></tr></thead><tbody>\n",
              file);
  for (size_t i = 0; i < work->num_labs; i++) {
    const sl_work_lab *lab = &work->labs[i];
    int passed = 0, of = 0, had = points_of(lab, &of);
    for (size_t t = 0; t < lab->lab->num_tasks; t++) passed += has_passed(lab, t);
    (void)fprintf(file, "<tr><td><a href=\"#lab%zu\">", i);
    put(file, "", lab->lab->id, "</a></td>");
    put(file, "<td>", lab->lab->title, "</td>");
    (void)fprintf(file, "<td>%d of %zu</td><td class=\"num\">%d of %d</td></tr>\n", passed,
                  lab->lab->num_tasks, had, of);
  }
  (void)fputs("</tbody></table></div>\n</section>\n", file);
}

/* ---- the formats side by side ---------------------------------------------------------------- */

static sl_status put_comparison(FILE *file, const sl_work *work) {
  sl_lab_result *results;
  sl_comparison *comparison = NULL;
  size_t count = 0;
  sl_status status = sl_alloc(work->num_labs, sizeof *results, "results", &results);
  if (status == SL_OK) status = sl_alloc(1, sizeof *comparison, "the comparison", &comparison);
  for (size_t i = 0; status == SL_OK && i < work->num_labs; i++) {
    if (work->labs[i].judged.num_tasks > 0) results[count++] = work->labs[i].judged;
  }
  if (status == SL_OK && count > 0) {
    sl_comparison_make(results, count, comparison);
    bool gpu = comparison->backend == SL_GPU;
    (void)fprintf(file,
                  "<section aria-labelledby=\"formats\">\n<h2 id=\"formats\">Your formats side by "
                  "side</h2>\n<p>%s Shorter is better; the best of each matrix is bold.</p>\n",
                  gpu ? "Microseconds for one product, each matrix on its own scale."
                      : "Sectors of 32 bytes per entry of the matrix that the product asks for. "
                        "The lens counts them.");
    int groups = sl_bars_draw(file, comparison,
                              gpu ? "Bars: the time of each format on each matrix; the tables of "
                                    "the labs have the figures"
                                  : "Bars: sectors per entry, by format and matrix; the tables of "
                                    "the labs have the figures");
    if (groups == 0) {
      (void)fputs(
          "<p>At least two formats must pass on a matrix before they can be compared.</p>\n", file);
    }
    if (work->recorded && !gpu) sl_recorded_page(file, work->recorded);
    (void)fputs("</section>\n", file);
  }
  sl_free(results);
  sl_free(comparison);
  return status;
}

/* Compares times, if there are any, with the limit of memory. */
static void put_roofline(FILE *file, const sl_work *work) {
  const sl_lab_result *timed[SL_WORK_TASKS];
  size_t count = 0;
  for (size_t i = 0; i < work->num_labs && count < SL_WORK_TASKS; i++) {
    const sl_lab_result *judged = &work->labs[i].judged;
    for (size_t t = 0; t < judged->num_tasks; t++) {
      const sl_case_result *first = sl_cells_task_first_figures(judged->backend, &judged->tasks[t]);
      if (!first || first->figures.gflops <= 0) continue;
      timed[count++] = judged;
      break;
    }
  }
  if (count == 0) return;
  (void)fputs("<section aria-labelledby=\"roofline\">\n<h2 id=\"roofline\">How far the memory "
              "would let you go</h2>\n<p>Each point is a task on a matrix. A sparse product does "
              "few operations per byte, so the memory sets the limit: the line shows what the GPU "
              "could reach if it moved the format’s compulsory bytes as fast as a copy. The "
              "farther a point is below the line, the more you can gain.</p>\n",
              file);
  (void)sl_roofline_draw(file, timed, count,
                         "Roofline: GFLOP/s of each task and matrix over operations per compulsory "
                         "byte; the tables of the labs have the figures");
  (void)fputs("</section>\n", file);
}

/* ---- what to try next ------------------------------------------------------------------------ */

static void try_tasks(FILE *file, const sl_work_lab *lab) {
  int tried = 0;
  for (size_t t = 0; t < lab->lab->num_tasks && tried < MOST_TRIED; t++) {
    if (has_passed(lab, t)) continue;
    const char *name = lab->lab->tasks[t].name;
    (void)fprintf(file, "<li>Task %s: %s. <code>./lab hint %.2s %s</code> gives a hint.</li>\n",
                  name, lab->verdicts[t][0] ? lab->verdicts[t] : "not tried yet", lab->lab->id,
                  name);
    tried++;
  }
}

static void try_goals(FILE *file, const sl_work_lab *lab) {
  const sl_goal_results *seen = lab->judged.goals;
  for (size_t g = 0; seen && g < seen->goals.count; g++) {
    char text[SL_GOAL_WORDS];
    if (seen->outcomes[g].state == SL_GOAL_NOT_PASSED) continue;
    (void)sl_report_goal_text(&seen->goals.all[g], &seen->outcomes[g], text, sizeof text);
    put(file, "<li>Bonus goal of ", seen->goals.all[g].task->name, ": ");
    put(file, "", text, ".</li>\n");
  }
}

static void try_worst(FILE *file, const sl_sheets *sheets) {
  if (!sheets || (sheets->num_worst == 0 && !sheets->idle.first)) return;
  char name[100], text[300];
  bool idle = sheets->idle.first && (sheets->idle_first || sheets->num_worst == 0);
  const sl_access *worst = idle ? &sheets->idle : &sheets->worst[0];
  sl_sheet_access_name(worst->first, name, sizeof name);
  (idle ? sl_sheet_idle_text : sl_sheet_access_text)(worst, text, sizeof text);
  (void)fprintf(file, "<li>Most traffic is wasted in <a href=\"#");
  sl_page_anchor(file, sheets, worst->first->file, worst->first->line);
  (void)fprintf(file, "\">line %d</a>%s", worst->first->line, idle ? ": " : ", ");
  if (!idle) put(file, "", name, ": ");
  put(file, "", text, ".</li>\n");
}

static void put_next(FILE *file, const sl_work_lab *lab, const sl_sheets *sheets) {
  (void)fputs("<section class=\"next\">\n<h3>What to try next</h3>\n<ul>\n", file);
  if (!is_begun(lab)) {
    (void)fprintf(file,
                  "<li>Read <code>labs/%s/README.md</code>, write <code>%s.cu</code> beside "
                  "it, then <code>./lab run %.2s</code>.</li>\n",
                  lab->lab->id, sl_lab_short_name(lab->lab), lab->lab->id);
  } else {
    try_tasks(file, lab);
    try_worst(file, sheets);
    try_goals(file, lab);
    if (sl_quiz_file_exists(lab->lab)) {
      (void)fprintf(file,
                    "<li><code>./lab quiz %.2s</code> checks what you have understood.</li>\n",
                    lab->lab->id);
    }
  }
  (void)fputs("</ul>\n</section>\n", file);
}

/* ---- a lab ----------------------------------------------------------------------------------- */

static void put_tasks(FILE *file, const sl_work_lab *lab) {
  (void)fputs(
      "<table class=\"points\"><thead><tr><th scope=\"col\">task</th><th scope=\"col\">what "
      "it does</th><th scope=\"col\">verdict</th><th scope=\"col\" class=\"num\">points</th>"
      "</tr></thead><tbody>\n",
      file);
  for (size_t t = 0; t < lab->lab->num_tasks; t++) {
    const sl_task *task = &lab->lab->tasks[t];
    bool passed = has_passed(lab, t);
    put(file, "<tr><td>", task->name, "</td>");
    char foundation[256];
    (void)sl_lab_describe_foundation(lab->lab, task, foundation, sizeof foundation);
    put(file, "<td>", task->title, "");
    if (foundation[0]) put(file, "; judged with the kit's own ", foundation, "");
    (void)fputs("</td>", file);
    (void)fprintf(file, "<td class=\"%s\">%s</td><td class=\"num\">%d of %d</td></tr>\n",
                  passed ? "cool" : "warm", lab->verdicts[t][0] ? lab->verdicts[t] : "not tried",
                  passed ? task->points : 0, task->points);
  }
  (void)fputs("</tbody></table>\n", file);
}

static void put_figures(FILE *file, const sl_lab_result *result, const sl_task_result *task) {
  sl_cell cells[SL_MAX_CELLS];
  const sl_case_result *first = sl_cells_task_first_figures(result->backend, task);
  int count = sl_figure_cells(result->backend, first, cells);
  put(file, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"figures of ",
      task->task->name, "\">");
  put(file, "<table class=\"figures\"><caption>", task->task->name, ", figures</caption>");
  (void)fputs("<thead><tr><th scope=\"col\">matrix</th>", file);
  for (int c = 0; c < count; c++) {
    put(file, "<th scope=\"col\" class=\"num\">", cells[c].label, "</th>");
  }
  (void)fputs("</tr></thead><tbody>\n", file);
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *row = &task->cases[i];
    if (!row->measured) continue;
    put(file, "<tr><th scope=\"row\">", row->name, "</th>");
    if (sl_cells_case_has_figures(result->backend, row)) {
      count = sl_figure_cells(result->backend, row, cells);
      for (int c = 0; c < count; c++) put(file, "<td class=\"num\">", cells[c].text, "</td>");
    } else {
      (void)fprintf(file, "<td colspan=\"%d\">%s</td>", count, sl_judge_verdict_name(row->verdict));
    }
    (void)fputs("</tr>\n", file);
  }
  (void)fputs("</tbody></table></div>\n", file);
}

static sl_status put_lab(FILE *file, const sl_work *work, size_t number) {
  const sl_work_lab *lab = &work->labs[number];
  char prefix[24];
  (void)snprintf(prefix, sizeof prefix, "lab%zu-", number);
  sl_lens_view view = {.source = ""};
  sl_sheets sheets;
  sl_status status = SL_OK;
  bool seen = lab->seen.num_tasks > 0 && lab->seen.seen.num_counters > 0;
  if (seen) {
    view = sl_report_lens_view(&lab->seen, work->matrix);
    view.prefix = prefix;
    view.level = 4;
    view.brief = true;
    status = sl_sheets_make(&view, &sheets);
  }
  (void)fprintf(file, "<section aria-labelledby=\"lab%zu\">\n<h2 id=\"lab%zu\">Lab %.2s: ", number,
                number, lab->lab->id);
  put(file, "", lab->lab->title, "</h2>\n");
  put_tasks(file, lab);
  if (lab->trouble) put(file, "<p>", lab->trouble, "</p>\n");
  put_next(file, lab, seen && status == SL_OK ? &sheets : NULL);
  bool figures = false;
  for (size_t t = 0; t < lab->judged.num_tasks; t++) {
    if (!sl_cells_task_has_figures(lab->judged.backend, &lab->judged.tasks[t])) continue;
    if (!figures) (void)fputs("<h3>Figures</h3>\n", file);
    figures = true;
    put_figures(file, &lab->judged, &lab->judged.tasks[t]);
  }
  sl_html_page_forecast(file, lab->judged.forecast);
  if (seen && status == SL_OK) {
    put(file, "<h3>Line by line on ", work->matrix, "</h3>\n");
    sl_page_parts(file, &view, &sheets);
  }
  if (seen) sl_sheets_free(&sheets);
  (void)fputs("</section>\n", file);
  return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

typedef struct work_page {
  const sl_work *work;
  sl_status *status;
} work_page;

static void put_page(FILE *file, const void *what) {
  const work_page *page = (const work_page *)what;
  const sl_work *work = page->work;
  put_head(file, work);
  (void)fputs("<nav aria-label=\"Contents\"><ul>\n<li><a href=\"#points\">Points</a></li>\n", file);
  for (size_t i = 0; i < work->num_labs; i++) {
    (void)fprintf(file, "<li><a href=\"#lab%zu\">Lab %.2s</a></li>\n", i, work->labs[i].lab->id);
  }
  (void)fputs("</ul></nav>\n<main>\n", file);
  put_points(file, work);
  *page->status = put_comparison(file, work);
  put_roofline(file, work);
  for (size_t i = 0; *page->status == SL_OK && i < work->num_labs; i++) {
    *page->status = put_lab(file, work, i);
  }
  (void)fputs("</main>\n", file);
  sl_page_close(file);
}

sl_status sl_report_work(const char *path, const sl_work *work) {
  sl_status inside = SL_OK;
  work_page page = {work, &inside};
  SL_TRY(sl_page_write(path, put_page, &page));
  return inside;
}
