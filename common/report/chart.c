/* chart.c: charts as scripts for gnuplot. */
#include "report/chart.h"

#include "base/process.h"
#include "base/regular.h"
#include "base/utf8.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 4096, LONGEST_TEXT = 150, LONGEST_LABEL = 40 /* characters */ };

static int find(char (*names)[SL_CHART_TEXT], int *count, int room, const char *name) {
  char kept[SL_CHART_TEXT];
  (void)snprintf(kept, sizeof kept, "%s", name);
  for (int i = 0; i < *count; i++) {
    if (strcmp(names[i], kept) == 0) return i;
  }
  if (*count == room) return -1;
  memcpy(names[*count], kept, sizeof kept);
  return (*count)++;
}

int sl_chart_series(sl_chart *chart, const char *name) {
  return find(chart->series, &chart->num_series, SL_CHART_SERIES, name);
}

int sl_chart_category(sl_chart *chart, const char *name) {
  return find(chart->categories, &chart->num_categories, SL_CHART_CATEGORIES, name);
}

void sl_chart_add(sl_chart *chart, int series, double x, double y) {
  bool of_categories = chart->num_categories > 0;
  bool fits =
      series >= 0 && x > 0 && isfinite(x) && isfinite(y) && (of_categories ? y >= 0 : y > 0);
  if (!fits || chart->num_points == SL_CHART_POINTS) return;
  chart->points[chart->num_points++] = (sl_chart_point){series, x, y};
}

void sl_chart_mark(sl_chart *chart, const char *name, double x) {
  int at = 0;
  for (int i = 0; i < chart->num_marks; i++) {
    if (strncmp(chart->marks[i].name, name, SL_CHART_TEXT - 1) == 0) return;
    if (chart->marks[i].x <= x) at = i + 1;
  }
  if (chart->num_marks == SL_CHART_CATEGORIES || !(x > 0 && isfinite(x))) return;
  memmove(&chart->marks[at + 1], &chart->marks[at],
          (size_t)(chart->num_marks - at) * sizeof *chart->marks);
  chart->marks[at].x = x;
  (void)snprintf(chart->marks[at].name, sizeof chart->marks[at].name, "%s", name);
  chart->num_marks++;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Writes a gnuplot string. Between single quotes only the quote is special: backquotes, which would
 * run a command, and backslashes are not. A quote is replaced by ’, because gnuplot 5.4 does not
 * read a doubled one at the beginning. `percent`: the text becomes the label of a tic, in which %
 * begins a format. */
static void put_quoted(FILE *file, const char *text, bool percent) {
  size_t left = strlen(text);
  (void)fputc('\'', file);
  for (int i = 0; left > 0; i++) {
    if (i == (percent ? LONGEST_LABEL : LONGEST_TEXT)) {
      (void)fputs("\xe2\x80\xa6", file); /* … */
      break;
    }
    size_t length = sl_utf8_length(text, left), step = length ? length : 1;
    bool control = length == 1 && ((unsigned char)*text < ' ' || *text == 127);
    if (length == 0 || control) {
      (void)fputs(control ? " " : "\xef\xbf\xbd", file);
    } else if (*text == '\'') {
      (void)fputs("\xe2\x80\x99", file);
    } else {
      (void)fwrite(text, 1, length, file);
      if (percent && *text == '%') (void)fputc('%', file);
    }
    text += step;
    left -= step;
  }
  (void)fputs("'", file);
}

static void put_line(FILE *file, const char *before, const char *text, const char *after) {
  (void)fputs(before, file);
  put_quoted(file, text, false);
  (void)fprintf(file, "%s\n", after);
}

/* Writes the path of an output. False: the path contains a line break, which cannot be written. A
 * doubled quote represents one quote, but not at the beginning. */
static bool put_path(FILE *file, const char *folder, const char *name, const char *ending) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s%s/%s.%s", *folder == '\'' ? "./" : "", folder, name,
                 ending);
  (void)fputs("set output '", file);
  for (const char *p = path; *p; p++) {
    if (*p == '\'') (void)fputc('\'', file);
    (void)fputc(*p, file);
  }
  (void)fputs("'\n", file);
  return !strpbrk(path, "\n\r");
}

/* ---- axes ----------------------------------------------------------------------------------- */

typedef struct chart_range {
  double low, high;
} chart_range;

static chart_range range_of(const sl_chart *chart, bool of_y) {
  chart_range r = {INFINITY, 0};
  for (int i = 0; i < chart->num_points; i++) {
    double value = of_y ? chart->points[i].y : chart->points[i].x;
    if (value < r.low) r.low = value;
    if (value > r.high) r.high = value;
  }
  if (!of_y && chart->line_at > 0) {
    r.low = fmin(r.low, chart->line_at);
    r.high = fmax(r.high, chart->line_at);
  }
  double margin = fmax(0.04 * log(r.high / r.low), 0.05);
  /* room for the names of the marks */
  if (of_y && chart->num_marks > 0) r.low /= pow(r.high / r.low, 0.25);
  return (chart_range){r.low * exp(-margin), r.high * exp(margin)};
}

/* Writes a value as 0.5, 20, 10k or 2M. */
static void put_value(FILE *file, double value) {
  static const struct {
    double unit;
    const char *sign;
  } units[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (value < units[i].unit * (units[i].unit < 1e4 ? 10 : 1) * 0.999) continue;
    (void)fprintf(file, "%g%s", value / units[i].unit, units[i].sign);
    return;
  }
  (void)fprintf(file, "%g", value);
}

/* Writes tics at 1, 2 and 5 of each decade. For many decades, there are tics only at 1; for less
 * than one decade, they are closer. */
static void put_tics(FILE *file, char axis, chart_range r) {
  static const double coarse[] = {1},
                      finest[] = {1,   1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2,   2.1, 2.2,
                                  2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 3,   3.2, 3.4, 3.6, 3.8, 4,
                                  4.5, 5,   5.5, 6,   6.5, 7,   7.5, 8,   8.5, 9,   9.5},
                      middle[] = {1, 2, 5}, fine[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9};
  double decades = log10(r.high / r.low);
  const struct {
    double least_decades;
    const double *steps;
    int count;
  } choices[] = {{3.5, coarse, 1},
                 {1, middle, 3},
                 {0.3, fine, sizeof fine / sizeof *fine},
                 {0, finest, sizeof finest / sizeof *finest}},
    *choice = choices;
  while (decades < choice->least_decades) choice++;
  const char *comma = "";
  (void)fprintf(file, "set logscale %c 10\nset %crange [%.9g:%.9g]\nset %ctics (", axis, axis,
                r.low, r.high, axis);
  for (int decade = (int)floor(log10(r.low)); decade <= (int)ceil(log10(r.high)); decade++) {
    for (int i = 0; i < choice->count; i++) {
      double value = choice->steps[i] * pow(10, decade);
      if (value < r.low || value > r.high) continue;
      (void)fprintf(file, "%s'", comma);
      put_value(file, value);
      (void)fprintf(file, "' %.9g", value);
      comma = ", ";
    }
  }
  (void)fputs(")\n", file);
}

static void put_categories(FILE *file, const sl_chart *chart) {
  (void)fprintf(file, "set yrange [%g:-0.5]\nset ytics (", chart->num_categories - 0.5);
  for (int i = 0; i < chart->num_categories; i++) {
    if (i > 0) (void)fputs(", ", file);
    put_quoted(file, chart->categories[i], true);
    (void)fprintf(file, " %d", i);
  }
  (void)fputs(") scale 0 noenhanced\n", file);
  for (int i = 1; i < chart->num_categories; i++) {
    (void)fprintf(file,
                  "set arrow from graph 0, first %g to graph 1, first %g nohead lc '#dddddd'\n",
                  i - 0.5, i - 0.5);
  }
}

/* ---- the points ----------------------------------------------------------------------------- */

/* Returns the height of a point. Each series has its own height within a category, because
 * otherwise points would hide each other. */
static double height(const sl_chart *chart, const sl_chart_point *point) {
  if (chart->num_categories == 0) return point->y;
  double middle = (chart->num_series - 1) / 2.0;
  return point->y + 0.8 * (point->series - middle) / chart->num_series;
}

static void put_points(FILE *file, const sl_chart *chart) {
  for (int s = 0; s < chart->num_series; s++) {
    (void)fprintf(file, "$series%d << END_OF_SERIES\n", s);
    for (int i = 0; i < chart->num_points; i++) {
      const sl_chart_point *point = &chart->points[i];
      if (point->series == s) (void)fprintf(file, "%.9g %.9g\n", point->x, height(chart, point));
    }
    (void)fputs("END_OF_SERIES\n", file);
  }
}

static bool has_points(const sl_chart *chart, int series) {
  for (int i = 0; i < chart->num_points; i++) {
    if (chart->points[i].series == series) return true;
  }
  return false;
}

/* Distinguishes series by shapes first, because printed paper may have no colours, and by letters
 * when gnuplot's shapes are used up. */
static void put_series(FILE *file, const sl_chart *chart) {
  static const char *const colours[] = {"#1f5fa8", "#c8500a", "#2f7d32", "#7b3fa0",
                                        "#b3202c", "#00707a", "#8a6d00", "#5b4636"};
  static const int shapes[] = {7, 4, 9, 12, 2, 6, 5, 8, 3, 13, 10, 1, 11, 15};
  enum { COLOURS = 8, SHAPES = sizeof shapes / sizeof *shapes };
  const char *separator = "plot ";
  if (chart->roof > 0) {
    (void)fprintf(file, "plot %.9g * x with lines lw 2 lc '#444444' title ", chart->roof);
    put_quoted(file, chart->roof_name, false);
    separator = ", \\\n  ";
  }
  for (int s = 0; s < chart->num_series; s++) {
    if (!has_points(chart, s)) continue;
    (void)fprintf(file, "%s$series%d using 1:2 with points lw 1.5 ps 1.1 lc '%s' pt ", separator, s,
                  colours[s % COLOURS]);
    if (s < SHAPES) {
      (void)fprintf(file, "%d title ", shapes[s]);
    } else {
      (void)fprintf(file, "'%c' title ", 'A' + s - SHAPES);
    }
    put_quoted(file, chart->series[s], false);
    separator = ", \\\n  ";
  }
  (void)fputc('\n', file);
}

/* Writes names upright from the bottom, moved aside if two would overlap. */
static void put_marks(FILE *file, const sl_chart *chart) {
  chart_range r = range_of(chart, false);
  double apart = exp(0.022 * log(r.high / r.low)), at[SL_CHART_CATEGORIES], limit = r.low;
  for (int i = 0; i < chart->num_marks; i++) {
    at[i] = fmax(chart->marks[i].x, limit);
    limit = at[i] * apart;
  }
  limit = r.high / sqrt(apart);
  for (int i = chart->num_marks - 1; i >= 0; i--) {
    at[i] = fmin(at[i], limit);
    limit = at[i] / apart;
  }
  for (int i = 0; i < chart->num_marks; i++) {
    (void)fprintf(file, "set label %d ", i + 2);
    put_quoted(file, chart->marks[i].name, false);
    (void)fprintf(file, " at %.9g, graph 0.01 left rotate by 90 font ',11' noenhanced\n", at[i]);
  }
}

static void put_axes(FILE *file, const sl_chart *chart) {
  put_line(file, "set title ", chart->title, " font ',18' offset 0,1.2 noenhanced");
  put_line(file, "set label 1 ", chart->note,
           " at graph 0.5, graph 1 center offset 0,0.9 font ',13' noenhanced");
  put_line(file, "set xlabel ", chart->x_label, " noenhanced");
  put_line(file, "set ylabel ", chart->y_label, " noenhanced");
  put_tics(file, 'x', range_of(chart, false));
  if (chart->num_categories > 0) {
    put_categories(file, chart);
  } else {
    put_tics(file, 'y', range_of(chart, true));
  }
  put_marks(file, chart);
  if (chart->line_at > 0) {
    (void)fprintf(file, "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead lw 2 lc '#444444'\n",
                  chart->line_at, chart->line_at);
  }
}

static int height_in_pixels(const sl_chart *chart) {
  if (chart->num_categories == 0) return 640;
  int legend = 26 * chart->num_series, lane = 10 * chart->num_series;
  int rows = chart->num_categories * (lane < 30 ? 30 : lane > 60 ? 60 : lane);
  return 190 + (rows > legend ? rows : legend);
}

static bool put_script(FILE *file, const sl_chart *chart, const char *folder, const char *name) {
  int pixels = height_in_pixels(chart);
  put_points(file, chart);
  (void)fprintf(
      file, "set terminal svg size 1100,%d font 'sans-serif,14' background '#ffffff' noenhanced\n",
      pixels);
  bool can_be_written = put_path(file, folder, name, "svg");
  (void)fputs("set tmargin 5\nset grid xtics ytics lc '#dddddd'\nset border lc '#444444'\n"
              "set key outside right top vertical Left reverse noenhanced samplen 1 spacing 1.2\n",
              file);
  put_axes(file, chart);
  put_series(file, chart);
  (void)fprintf(file,
                "set output\n"
                "if (strstrt(GPVAL_TERMINALS, ' pngcairo ') > 0) {\n"
                "  set terminal pngcairo size 1100,%d font 'sans-serif,11' noenhanced\n} else {\n"
                "  if (strstrt(GPVAL_TERMINALS, ' png ') == 0) { exit }\n"
                "  set terminal png size 1100,%d noenhanced\n}\n",
                pixels, pixels);
  (void)put_path(file, folder, name, "png");
  (void)fputs("replot\nset output\n", file);
  return can_be_written;
}

static sl_status write_script(const sl_chart *chart, const char *folder, const char *name,
                              const char *path) {
  char why[96];
  FILE *file = sl_regular_fopen(path, 'w', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  bool can_be_written = put_script(file, chart, folder, name), failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) {
    return sl_fail(SL_ERR_SYSTEM, "cannot write all of %s: is the disk full?", path);
  }
  if (can_be_written) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "a plot cannot be written to %s: its path contains a line break",
                 path);
}

sl_status sl_chart_draw(const sl_chart *chart, const char *folder, const char *name) {
  char script[PATH], said[512];
  int exit_code;
  if (chart->num_points == 0) return sl_fail(SL_ERR_USAGE, "nothing has been measured yet");
  (void)snprintf(script, sizeof script, "%s/%s.gp", folder, name);
  SL_TRY(write_script(chart, folder, name, script));
  const char *const arguments[] = {"gnuplot", "-d", script, NULL};
  sl_status status = sl_process_run(arguments, said, sizeof said, &exit_code);
  if (status == SL_ERR_MISSING) {
    return sl_fail(status,
                   "gnuplot, which draws the plots, is not installed; ./lab doctor says how "
                   "to install it");
  }
  if (status != SL_OK || exit_code == 0) return status;
  return sl_fail(SL_ERR_SYSTEM, "gnuplot could not draw %s: %s", script, said);
}
