/** @file grade_results.h
 *  Makes the outputs of a grading from its records. */
#ifndef SL_CLI_GRADE_RESULTS_H
#define SL_CLI_GRADE_RESULTS_H

#include "cli/grade_options.h"
#include "cli/grade_rubrics.h"
#include "grade/decisions.h"

/** Reads the decisions. Free `*out` in either case. Errors: those of sl_decisions_read. */
sl_status sl_grade_results_read_decisions(const sl_grade_wishes *w, sl_decisions *out);

/** Writes all outputs. Reports labs that students are not shown, because their rubrics cannot be
 *  read. Errors: SL_ERR_INPUT, SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_grade_results_write(const sl_grade_wishes *w, sl_grade_rubrics *known);

/** Prints the last line: everything that a person should check. Errors: those of
 * sl_grade_results_write. */
sl_status sl_grade_results_list_attention(const sl_grade_wishes *w, const sl_grade_rubrics *known);

#endif
