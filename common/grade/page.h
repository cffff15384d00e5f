/** @file page.h
 *  Functions that the pages of this room share. The pages need no other file, run no script, and
 *  pass every external text through sl_html_text.
 */
#ifndef SL_GRADE_PAGE_H
#define SL_GRADE_PAGE_H

#include "grade/wording.h"

/** Writes from the first line to the element main; the title is followed by a name, which may be
 *  "". */
void sl_page_begin(FILE *file, const char *title, const char *name);
void sl_page_end(FILE *file);

/** A figure in a frame with its label. */
void sl_page_tile(FILE *file, const char *figure, const char *label);

/** A verdict with its sign and colour. */
void sl_page_verdict(FILE *file, const char *verdict);

/** A number of points. */
void sl_page_points(FILE *file, double points);

/** The name of a student, as a link to the feedback. */
void sl_page_student(FILE *file, const char *student);

#endif
