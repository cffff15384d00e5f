/** @file bars.h
 *  The formats side by side as bars, in an inline SVG that needs nothing else.
 */
#ifndef SL_REPORT_BARS_H
#define SL_REPORT_BARS_H

#include "report/comparison.h"

#include <stdio.h>

/** Draws a group of bars for each matrix that has two figures or more: on the lens all on one
 *  scale, on a GPU each matrix on its own scale, because times differ by far more than counts.
 *  Returns the number of groups; 0: nothing was drawn. `label` describes the drawing to a screen
 *  reader. */
int sl_bars_draw(FILE *file, const sl_comparison *comparison, const char *label);

/** Style rules for the bars, in addition to those of the page. */
extern const char sl_bars_style[];

#endif
