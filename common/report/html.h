/** @file html.h
 *  Functions that write the page. All external text goes through sl_html_text.
 */
#ifndef SL_REPORT_HTML_H
#define SL_REPORT_HTML_H

#include "report/sheet.h"

#include <stdio.h>

/** Writes text so that it means nothing to a browser, in or outside of an attribute. Bytes that are
 *  not UTF-8 and control characters become U+FFFD; tabs and newlines stay. */
void sl_html_text(FILE *file, const char *text);
void sl_html_bytes(FILE *file, const char *text, size_t length);

/** Writes a line of code, and marks comments, strings, numbers, and words of C and CUDA. */
void sl_html_code(FILE *file, const sl_sheet_line *line);

/* picture.c, picture_shared.c: one request as an inline SVG that is 760 units wide */

/** Draws the lanes of the warp, and the sectors of global memory that they touch. */
void sl_picture_global(FILE *file, const sl_request *request, unsigned bytes);
/** Draws the lanes of the warp, and the banks of shared memory that they access. */
void sl_picture_shared(FILE *file, const sl_request *request, unsigned bytes);

/* page.c */
/** Writes a page up to the beginning of its body. Its title is `title`, followed by `kind`; `style`
 *  is added to the styles. */
void sl_page_open(FILE *file, const char *title, const char *kind, const char *style);
/** Writes what the lens saw: totals, findings, the worst lines, launches, and the source. */
void sl_page_parts(FILE *file, const sl_lens_view *view, const sl_sheets *sheets);
/** Writes an explanation of these parts, and the end of the page. */
void sl_page_close(FILE *file);
/** Calls `put` to write the file. Errors: SL_ERR_SYSTEM naming the file. */
sl_status sl_page_write(const char *path, void (*put)(FILE *file, const void *what),
                        const void *what);

/* page_source.c */
/** Returns the level of the headings of a view's parts. */
int sl_page_level(const sl_lens_view *view);
void sl_page_source(FILE *file, const sl_lens_view *view, const sl_sheets *sheets);
/** Writes the id of a line, for links. */
void sl_page_anchor(FILE *file, const sl_sheets *sheets, const char *source, int line);

/** Writes a link to a line. */
void sl_page_link(FILE *file, const sl_sheets *sheets, const char *source, int line);

/* page_times.c */
/** Writes the predicted times, with what limits them; nothing if there are none. */
void sl_page_times(FILE *file, const sl_lens_view *view, const sl_sheets *sheets);

/* forecast.c */
/** Writes the table of predicted times, with their accuracy; nothing if there is none. */
void sl_html_page_forecast(FILE *file, const sl_forecast *forecast);

/* page_style.c */
extern const char sl_page_style[];
extern const char sl_page_script[];

#endif
