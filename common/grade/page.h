/** @file page.h
 *  What the pages of this room have in common. They need no other file, run no script, and show
 *  every text from outside through sl_html_text.
 */
#ifndef SL_GRADE_PAGE_H
#define SL_GRADE_PAGE_H

#include "grade/wording.h"

/** From the first line to the element main; the title, and behind it a name, which may be "". */
void sl_page_begin(FILE *file, const char *title, const char *name);
void sl_page_end(FILE *file);

/** A figure in a frame with its label. */
void sl_page_tile(FILE *file, const char *figure, const char *label);

/** A verdict with its sign and colour. */
void sl_page_verdict(FILE *file, const char *verdict);

#endif
