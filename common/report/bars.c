/* bars.c: horizontal bars, as a phone is narrow and names of matrices are long. */
#include "report/bars.h"

#include "report/html.h"

/* In units of the picture, which is as wide as a phone and grows with the window. */
enum {
  WIDTH = 400,
  NAMES = 92,
  FIGURES = 52,
  BAR = 12,
  STEP = 16,
  HEAD = 30,
  GAP = 6,
  COLOURS = 8
};

const char sl_bars_style[] =
    ".bars{display:block;width:100%;max-width:760px;height:auto}"
    ".bars text{font:10px system-ui,sans-serif;fill:var(--ink)}.bars .matrix{font-weight:600;"
    "font-size:11px}.bars .name{fill:var(--soft);text-anchor:end}"
    ".bars rect{fill:var(--k)}.bars .best{font-weight:700}\n";

static int figures_in(const sl_comparison *comparison, int row) {
  int count = 0;
  for (int c = 0; c < comparison->num_columns; c++) count += comparison->cells[row][c] > 0;
  return count;
}

static double most_in(const sl_comparison *comparison, int row) {
  double most = 0;
  for (int c = 0; c < comparison->num_columns; c++) {
    if (comparison->cells[row][c] > most) most = comparison->cells[row][c];
  }
  return most;
}

static double most_of_all(const sl_comparison *comparison) {
  double most = 0;
  for (int r = 0; r < comparison->num_rows; r++) {
    double here = most_in(comparison, r);
    if (here > most) most = here;
  }
  return most;
}

static double least_in(const sl_comparison *comparison, int row) {
  double least = most_in(comparison, row);
  for (int c = 0; c < comparison->num_columns; c++) {
    double cell = comparison->cells[row][c];
    if (cell > 0 && cell < least) least = cell;
  }
  return least;
}

static void put_text(FILE *file, double x, int y, const char *class, const char *text) {
  (void)fprintf(file, "<text x=\"%.1f\" y=\"%d\" class=\"%s\">", x, y, class);
  sl_html_text(file, text);
  (void)fputs("</text>\n", file);
}

static int put_group(FILE *file, const sl_comparison *comparison, int row, double scale, int y) {
  const sl_case_result *matrix = comparison->rows[row];
  char text[200];
  (void)snprintf(text, sizeof text, "%s, %s entries", matrix->name,
                 sl_grouped((uint64_t)matrix->nnz));
  put_text(file, 0, y + HEAD - 14, "matrix", text);
  y += HEAD - GAP;
  for (int c = 0; c < comparison->num_columns; c++) {
    double cell = comparison->cells[row][c];
    if (cell <= 0) continue;
    double length = (WIDTH - NAMES - FIGURES) * cell / scale;
    put_text(file, NAMES - 4, y + BAR - 2, "name", comparison->columns[c]);
    (void)fprintf(file,
                  "<rect class=\"c%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
                  c % COLOURS, NAMES, y, length < 1 ? 1 : length, BAR);
    (void)snprintf(text, sizeof text, comparison->backend == SL_GPU ? "%.1f µs" : "%.2f", cell);
    put_text(file, NAMES + length + 4, y + BAR - 2,
             cell <= least_in(comparison, row) ? "best" : "figure", text);
    y += STEP;
  }
  return y;
}

int sl_bars_draw(FILE *file, const sl_comparison *comparison, const char *label) {
  int groups = 0, height = 0;
  for (int r = 0; r < comparison->num_rows; r++) {
    int count = figures_in(comparison, r);
    if (count < 2) continue;
    groups++;
    height += HEAD - GAP + STEP * count;
  }
  if (groups == 0) return 0;
  (void)fprintf(file, "<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
                height + GAP);
  sl_html_text(file, label);
  (void)fputs("\">\n", file);
  int y = 0;
  for (int r = 0; r < comparison->num_rows; r++) {
    if (figures_in(comparison, r) < 2) continue;
    double scale = comparison->backend == SL_GPU ? most_in(comparison, r) : most_of_all(comparison);
    y = put_group(file, comparison, r, scale, y);
  }
  (void)fputs("</svg>\n", file);
  return groups;
}
