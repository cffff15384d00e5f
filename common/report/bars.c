/* bars.c: horizontal bars, because names of matrices are long: one picture per matrix, as many side
 * by side as fit into the window. */
#include "report/bars.h"

#include "report/html.h"

/* In units of a picture. A picture is at most as wide as a phone's screen, so that it is not made
 * smaller there. */
enum { WIDTH = 340, NAMES = 92, FIGURES = 66, BAR = 14, STEP = 20, COLOURS = 8 };

const char sl_bars_style[] =
    ".all-bars{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));"
    "gap:.8rem 2rem}.all-bars figure{margin:0;break-inside:avoid}"
    ".all-bars figcaption{font-weight:600;font-size:.9rem;margin:.3rem 0}"
    ".bars{display:block;width:100%;max-width:30rem;height:auto}"
    ".bars text{font:13px system-ui,sans-serif;fill:var(--ink)}"
    ".bars .name{fill:var(--soft);text-anchor:end}"
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

/* Draws one matrix: its name, and a bar for each figure. */
static void put_group(FILE *file, const sl_comparison *comparison, int row, double scale,
                      const char *label) {
  const sl_case_result *matrix = comparison->rows[row];
  char text[200];
  (void)fputs("<figure><figcaption>", file);
  (void)snprintf(text, sizeof text, "%s, %s entries", matrix->name,
                 sl_sheet_grouped((uint64_t)matrix->nnz));
  sl_html_text(file, text);
  (void)fprintf(file,
                "</figcaption>\n<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"",
                WIDTH, STEP * figures_in(comparison, row));
  sl_html_text(file, label);
  (void)fputs(": ", file);
  sl_html_text(file, matrix->name);
  (void)fputs("\">\n", file);
  int y = 0;
  for (int c = 0; c < comparison->num_columns; c++) {
    double cell = comparison->cells[row][c];
    if (cell <= 0) continue;
    double length = (WIDTH - NAMES - FIGURES) * cell / scale;
    put_text(file, NAMES - 5, y + BAR - 2, "name", comparison->columns[c]);
    (void)fprintf(file,
                  "<rect class=\"c%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
                  c % COLOURS, NAMES, y, length < 1 ? 1 : length, BAR);
    (void)snprintf(text, sizeof text, comparison->backend == SL_GPU ? "%.1f µs" : "%.2f", cell);
    put_text(file, NAMES + length + 5, y + BAR - 2,
             cell <= least_in(comparison, row) ? "best" : "figure", text);
    y += STEP;
  }
  (void)fputs("</svg></figure>\n", file);
}

int sl_bars_draw(FILE *file, const sl_comparison *comparison, const char *label) {
  int groups = 0;
  for (int r = 0; r < comparison->num_rows; r++) {
    if (figures_in(comparison, r) < 2) continue;
    if (groups++ == 0) (void)fputs("<div class=\"all-bars\">\n", file);
    double scale = comparison->backend == SL_GPU ? most_in(comparison, r) : most_of_all(comparison);
    put_group(file, comparison, r, scale, label);
  }
  if (groups) (void)fputs("</div>\n", file);
  return groups;
}
