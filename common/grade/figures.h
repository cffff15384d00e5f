/** @file figures.h
 *  Figures of the report, drawn by gnuplot as inline SVG in the page's colours.
 */
#ifndef SL_GRADE_FIGURES_H
#define SL_GRADE_FIGURES_H

#include "grade/tally.h"

/** Draws the distribution of a lab's marks. Errors: SL_ERR_MISSING without gnuplot, and then
 *  nothing is written; SL_ERR_SYSTEM if gnuplot fails; SL_ERR_MEMORY. */
sl_status sl_figure_marks(FILE *file, const sl_tally *tally);

/** Draws the marks of several labs side by side: quartiles and the whole range. Errors: those of
 *  sl_figure_marks. */
sl_status sl_figure_labs(FILE *file, const sl_tally *tallies, size_t count);

#endif
