/** @file roofline.h
 *  Shows how close each product is to the limit of memory, as a self-contained inline SVG.
 */
#ifndef SL_REPORT_ROOFLINE_H
#define SL_REPORT_ROOFLINE_H

#include "judge/judge.h"

#include <stdio.h>

/** Draws each measured case with GFLOP/s and GB/s as a point: operations per compulsory byte to the
 *  right, GFLOP/s upwards, both logarithmic. Each task has a colour and a shape, named below. The
 *  line is the rate that the device would reach if the compulsory bytes moved as fast as in a copy.
 *  Times below what memory allows are left out. Returns the number of points; 0: nothing was drawn.
 *  `label` describes the drawing to a screen reader. */
int sl_roofline_draw(FILE *file, const sl_lab_result *const *results, size_t count,
                     const char *label);

/** Style rules in addition to those of the page. */
extern const char sl_roofline_style[];

#endif
