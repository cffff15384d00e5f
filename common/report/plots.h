/** @file plots.h
 *  The plots that can be made from results: a set for each device and precision.
 */
#ifndef SL_REPORT_PLOTS_H
#define SL_REPORT_PLOTS_H

#include "report/results.h"

#include <stdio.h>

/** Draws into `folder` the plots that the results have figures for, as FIGURE.DEVICE.PRECISION.svg
 *  and .png. FIGURE is one of:
 *
 *      time                 each program on each matrix; if there are more than 14 programs, the
 *                           fastest of each lab. On the lens it is called sectors.
 *      speedup              the best of the library over the fastest of each lab, by matrix
 *      roofline             each program on each matrix, GFLOP/s over operations per byte
 *      transpose-nonzeros   bandwidth of transposes, over the number of entries
 *      transpose-dimension  the same, over the number of rows or columns
 *      transpose-matrices   the same, by matrix
 *
 *  Prints the path of each SVG. Errors: SL_ERR_USAGE if there is nothing to draw, and those of
 *  sl_chart_draw. */
sl_status sl_plots_draw(FILE *stream, const sl_results *results, const char *folder);

#endif
