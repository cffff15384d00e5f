/** @file chart.h
 *  A chart of points on logarithmic axes, drawn by gnuplot as SVG and PNG. Each series has its own
 *  shape, so that it can be recognised without colour.
 */
#ifndef SL_REPORT_CHART_H
#define SL_REPORT_CHART_H

#include "base/status.h"

#include <stddef.h>

enum {
  SL_CHART_TEXT = 200,
  SL_CHART_SERIES = 24,
  SL_CHART_CATEGORIES = 64,
  SL_CHART_POINTS = 4096
};

typedef struct sl_chart_point {
  int series;
  double x, y; /**< y is the number of the category if the chart has categories */
} sl_chart_point;

typedef struct sl_chart {
  char title[SL_CHART_TEXT], note[SL_CHART_TEXT]; /**< the note is below the title */
  char x_label[SL_CHART_TEXT], y_label[SL_CHART_TEXT];
  char categories[SL_CHART_CATEGORIES][SL_CHART_TEXT]; /**< names of the rows from the top; if there
                                                        *  are any, y is not logarithmic */
  int num_categories;
  char series[SL_CHART_SERIES][SL_CHART_TEXT];
  int num_series;
  double line_at; /**< a line at this x; 0: none */
  double roof;    /**< a line y = roof x; 0: none */
  char roof_name[SL_CHART_TEXT];
  /** Names of places on the x axis, at the bottom of the chart. */
  struct {
    double x;
    char name[SL_CHART_TEXT];
  } marks[SL_CHART_CATEGORIES];
  int num_marks;
  sl_chart_point points[SL_CHART_POINTS];
  int num_points;
} sl_chart;

/** Return the number of the series or category of this name, which is added if it is new; −1 if
 *  there is no room. */
int sl_chart_series(sl_chart *chart, const char *name);
int sl_chart_category(sl_chart *chart, const char *name);

/** Adds a point. Points that a logarithmic axis cannot show, and points of series or category −1,
 *  are left out. */
void sl_chart_add(sl_chart *chart, int series, double x, double y);

/** Names a place on the x axis, once. */
void sl_chart_mark(sl_chart *chart, const char *name, double x);

/** Writes FOLDER/NAME.gp, and with gnuplot FOLDER/NAME.svg and FOLDER/NAME.png (if gnuplot can draw
 *  PNG). Text of the chart may contain anything; it is shown literally, without control characters.
 *  Errors: SL_ERR_USAGE if there are no points, SL_ERR_SYSTEM naming the file, SL_ERR_MISSING if
 *  gnuplot is not installed, saying what to do. */
sl_status sl_chart_draw(const sl_chart *chart, const char *folder, const char *name);

#endif
