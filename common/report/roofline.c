/* roofline.c: GFLOP/s over operations per compulsory byte, and the line of the copy above. */
#include "report/roofline.h"

#include "report/html.h"

#include <math.h>

/* In units of the picture, which is as wide as a phone's screen and grows with the window. */
enum { WIDTH = 400, HEIGHT = 260, LEFT = 44, RIGHT = 392, TOP = 12, BOTTOM = 222, COLOURS = 8 };
enum { MOST_TASKS = 24, NAMES_IN_ROW = 4, NAME_STEP = 16 };

const char sl_roofline_style[] =
    ".roofline{display:block;width:100%;max-width:760px;height:auto}"
    ".roofline text{font:10px system-ui,sans-serif;fill:var(--ink)}"
    ".roofline .axis{fill:var(--soft)}.roofline .grid{stroke:var(--edge);stroke-width:.6}"
    ".roofline .roof{stroke:var(--ink);stroke-width:1.4}"
    ".roofline .point{fill:var(--k);stroke:var(--paper);stroke-width:.6}\n";

typedef struct axis {
  double low, high; /* each is 1, 2 or 5 times a power of ten */
  int from, to;     /* the range of the axis in the picture */
} axis;

typedef struct roofline {
  axis x, y;
  double roof; /* GB/s */
} roofline;

/* Returns the next value of 1, 2, 5, 10, 20, … that is at least `value` or, if `up` is false, at
 * most `value`. */
static double round_to(double value, bool up) {
  static const double steps[] = {1, 2, 5, 10};
  const double tolerance = 1e-9;
  double power = pow(10, floor(log10(value)));
  double best = up ? 10 * power : power;
  for (int i = 0; i < 4; i++) {
    double step = steps[i] * power;
    if (up && step >= value * (1 - tolerance)) return step;
    if (!up && step <= value * (1 + tolerance)) best = step;
  }
  return best;
}

static double place(const axis *a, double value) {
  return a->from + (a->to - a->from) * log(value / a->low) / log(a->high / a->low);
}

static bool is_shown(const sl_case_result *row) {
  const sl_figures *f = &row->figures;
  bool known = f->gflops > 0 && f->gbps > 0 && !f->below_floor;
  return row->measured && row->verdict == SL_PASSED && known;
}

static void widen(axis *a, double value) {
  if (a->low == 0 || value < a->low) a->low = value;
  if (value > a->high) a->high = value;
}

static int find_extent(const sl_lab_result *const *results, size_t count, roofline *out) {
  int points = 0;
  *out = (roofline){.x = {.from = LEFT, .to = RIGHT}, .y = {.from = BOTTOM, .to = TOP}};
  for (size_t r = 0; r < count; r++) {
    for (size_t t = 0; t < results[r]->num_tasks; t++) {
      const sl_task_result *task = &results[r]->tasks[t];
      for (size_t i = 0; i < task->num_cases; i++) {
        const sl_figures *f = &task->cases[i].figures;
        if (!is_shown(&task->cases[i])) continue;
        widen(&out->x, f->gflops / f->gbps);
        widen(&out->y, f->gflops);
        out->roof = fmax(out->roof, f->copy_gbps);
        points++;
      }
    }
  }
  if (points == 0) return 0;
  out->x.low = round_to(out->x.low / 1.1, false);
  out->x.high = round_to(out->x.high * 1.1, true);
  if (out->roof > 0) widen(&out->y, out->roof * out->x.high);
  out->y.low = round_to(out->y.low / 1.1, false);
  out->y.high = round_to(out->y.high * 1.5, true); /* room for the name of the line above it */
  return points;
}

static void put_text(FILE *file, double x, double y, const char *anchor, const char *class,
                     const char *text) {
  (void)fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
                class);
  sl_html_text(file, text);
  (void)fputs("</text>\n", file);
}

static void put_line(FILE *file, const char *class, double x1, double y1, double x2, double y2) {
  (void)fprintf(file, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                class, x1, y1, x2, y2);
}

static void put_axes(FILE *file, const roofline *r) {
  char text[32];
  const double next = 1.01;
  for (double v = r->x.low; v <= r->x.high * next; v = round_to(v * next, true)) {
    put_line(file, "grid", place(&r->x, v), TOP, place(&r->x, v), BOTTOM);
    (void)snprintf(text, sizeof text, "%g", v);
    put_text(file, place(&r->x, v), BOTTOM + 13, "middle", "axis", text);
  }
  for (double v = r->y.low; v <= r->y.high * next; v = round_to(v * next, true)) {
    put_line(file, "grid", LEFT, place(&r->y, v), RIGHT, place(&r->y, v));
    (void)snprintf(text, sizeof text, "%g", v);
    put_text(file, LEFT - 4, place(&r->y, v) + 3, "end", "axis", text);
  }
  put_text(file, (LEFT + RIGHT) / 2.0, BOTTOM + 28, "middle", "axis",
           "operations per compulsory byte");
  (void)fprintf(file,
                "<text transform=\"translate(11 %d) rotate(-90)\" text-anchor=\"middle\" "
                "class=\"axis\">GFLOP/s</text>\n",
                (TOP + BOTTOM) / 2);
}

static void put_roof(FILE *file, const roofline *r) {
  if (r->roof <= 0) return;
  char text[64];
  double left = fmax(r->x.low, r->y.low / r->roof);
  double y = r->roof * r->x.high;
  put_line(file, "roof", place(&r->x, left), place(&r->y, left * r->roof), RIGHT, place(&r->y, y));
  (void)snprintf(text, sizeof text, "copying, %.0f GB/s", r->roof);
  put_text(file, RIGHT - 4, place(&r->y, y) - 4, "end", "axis", text);
}

/* Draws a disc, a square or a triangle, so that tasks with the same colour can be distinguished. */
static void put_mark(FILE *file, int task, double x, double y, const char *title) {
  (void)fprintf(file, "<g class=\"c%d\">", task % COLOURS);
  switch (task / COLOURS) {
  case 0:
    (void)fprintf(file, "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", x, y);
    break;
  case 1:
    (void)fprintf(file, "<rect class=\"point\" x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\">",
                  x - 3.5, y - 3.5);
    break;
  default:
    (void)fprintf(file, "<path class=\"point\" d=\"M%.1f %.1fl4.5 8h-9z\">", x, y - 5);
    break;
  }
  (void)fputs("<title>", file);
  sl_html_text(file, title);
  (void)fprintf(file, "</title></%s></g>\n",
                task / COLOURS == 0   ? "circle"
                : task / COLOURS == 1 ? "rect"
                                      : "path");
}

static void put_task(FILE *file, const roofline *r, const sl_lab_result *result,
                     const sl_task_result *task, int number) {
  char text[300];
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *row = &task->cases[i];
    if (!is_shown(row)) continue;
    (void)snprintf(text, sizeof text, "lab %.2s, %s, %s: %.1f GFLOP/s, %.1f GB/s", result->lab->id,
                   task->task->name, row->name, row->figures.gflops, row->figures.gbps);
    put_mark(file, number, place(&r->x, row->figures.gflops / row->figures.gbps),
             place(&r->y, row->figures.gflops), text);
  }
  (void)snprintf(text, sizeof text, "%.2s %s", result->lab->id, task->task->name);
  double x = 12 + (double)(WIDTH - 12) / NAMES_IN_ROW * (number % NAMES_IN_ROW);
  double y = HEIGHT + (double)NAME_STEP * (number / NAMES_IN_ROW) + 8;
  put_mark(file, number, x, y - 3.5, text);
  put_text(file, x + 9, y, "start", "name", text);
}

static bool has_points(const sl_task_result *task) {
  for (size_t i = 0; i < task->num_cases; i++) {
    if (is_shown(&task->cases[i])) return true;
  }
  return false;
}

static int count_tasks(const sl_lab_result *const *results, size_t count) {
  int tasks = 0;
  for (size_t r = 0; r < count; r++) {
    for (size_t t = 0; t < results[r]->num_tasks; t++) tasks += has_points(&results[r]->tasks[t]);
  }
  return tasks < MOST_TASKS ? tasks : MOST_TASKS;
}

int sl_roofline_draw(FILE *file, const sl_lab_result *const *results, size_t count,
                     const char *label) {
  roofline r;
  int points = find_extent(results, count, &r);
  if (points == 0) return 0;
  int tasks = count_tasks(results, count), number = 0;
  int rows = (tasks + NAMES_IN_ROW - 1) / NAMES_IN_ROW;
  (void)fprintf(file, "<svg class=\"roofline\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                WIDTH, HEIGHT + NAME_STEP * rows);
  sl_html_text(file, label);
  (void)fputs("\">\n", file);
  put_axes(file, &r);
  put_roof(file, &r);
  for (size_t i = 0; i < count; i++) {
    for (size_t t = 0; t < results[i]->num_tasks; t++) {
      const sl_task_result *task = &results[i]->tasks[t];
      if (has_points(task) && number < tasks) put_task(file, &r, results[i], task, number++);
    }
  }
  (void)fputs("</svg>\n", file);
  return points;
}
