/** @file grade_rubrics.h
 *  The rubrics of all labs, and which of the labs can be graded.
 */
#ifndef SL_CLI_GRADE_RUBRICS_H
#define SL_CLI_GRADE_RUBRICS_H

#include "cli/grade_options.h"
#include "grade/rubric.h"

enum { SL_GRADE_MOST_LABS = 32 };

/** The rubrics. All arrays are indexed by lab. */
typedef struct sl_grade_rubrics {
  sl_rubric all[SL_GRADE_MOST_LABS];
  char graders[SL_GRADE_MOST_LABS][128]; /**< what judges each lab that is graded */
  char why_not[SL_GRADE_MOST_LABS][600]; /**< why this lab cannot be graded, although others can be;
                                          * "" if it can be graded */
  bool incomplete; /**< the outputs show less than they would with all rubrics */
} sl_grade_rubrics;

/** Reads all rubrics. One that cannot be read concerns only its own lab. Errors: SL_ERR_USAGE,
 * those of sl_rubric_find_lab. */
sl_status sl_grade_rubrics_read(const sl_grade_wishes *w, sl_grade_rubrics *out);

/** Finds the grader of each lab, and checks that it works. Errors: those of sl_grade_one_grader,
 *  SL_ERR_INPUT if no lab is left. */
sl_status sl_grade_rubrics_prepare(const sl_grade_wishes *w, sl_grade_rubrics *out);

/** Whether lab `i` of sl_labs is graded. */
bool sl_grade_rubrics_is_graded(const sl_grade_wishes *w, const sl_grade_rubrics *known, size_t i);

/** Records the current error message as the reason why lab `i` cannot be graded. */
void sl_grade_rubrics_keep_reason(size_t i, sl_grade_rubrics *out);

/** Reports why labs are left out. Errors: SL_ERR_INPUT if no lab is left. */
sl_status sl_grade_rubrics_leave_out(const sl_grade_wishes *w, const sl_grade_rubrics *known);

/** Prints which labs were left out. */
void sl_grade_rubrics_list_left_out(const sl_grade_wishes *w, sl_grade_rubrics *known);

#endif
