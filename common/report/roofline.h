/** @file roofline.h
 *  How near each product comes to what the memory allows, as an inline SVG that needs nothing else.
 */
#ifndef SL_REPORT_ROOFLINE_H
#define SL_REPORT_ROOFLINE_H

#include "judge/judge.h"

#include <stdio.h>

/** Draws each measured case with GFLOP/s and GB/s as a point: operations for each compulsory byte
 * to the right, GFLOP/s upwards, both logarithmic; a colour and a shape for each task, named below.
 * The line is what the device could do if the compulsory bytes moved as fast as in a copy. Times
 * below what memory allows are left out. Gives the number of points; 0: nothing was drawn. `label`
 * says to a screen reader what is drawn. */
int sl_roofline_draw(FILE *file, const sl_lab_result *const *results, size_t count,
                     const char *label);

/** The rules of style that it needs beside those of the page. */
extern const char sl_roofline_style[];

#endif
