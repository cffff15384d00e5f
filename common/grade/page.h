/** @file page.h
 *  Functions that the pages of this room share. The pages need no other file, run no script, and
 *  pass every external text through sl_html_text.
 */
#ifndef SL_GRADE_PAGE_H
#define SL_GRADE_PAGE_H

#include "grade/wording.h"

/** Writes the page up to the element main. A name follows the title; it may be "". */
void sl_page_begin(FILE *file, const char *title, const char *name);
void sl_page_end(FILE *file);

/** Writes a figure in a frame with its label. */
void sl_page_tile(FILE *file, const char *figure, const char *label);

/** Writes a verdict with its sign and colour. */
void sl_page_verdict(FILE *file, const char *verdict);

/** Writes a number of points. */
void sl_page_points(FILE *file, double points);

/** Writes the name of a student, as a link to the feedback. */
void sl_page_student(FILE *file, const char *student);

#endif
