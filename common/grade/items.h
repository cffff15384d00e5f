/** @file items.h
 *  Turns the judge's results on tasks into the items of a record.
 */
#ifndef SL_GRADE_ITEMS_H
#define SL_GRADE_ITEMS_H

#include "grade/one.h"
#include "judge/pace.h"

/** Creates the items of the rubric, without results. Errors: SL_ERR_MEMORY. */
sl_status sl_items_begin(const sl_grade_job *job, sl_record *record);

/** Gives every item the same verdict and no points, and the record this message. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_items_all(sl_record *record, sl_grade_verdict verdict, int line, const char *message);

/** Finds the item with this id. */
sl_record_item *sl_items_find(sl_record *record, const char *id);

/** Write the ids of items. The id "kernel" is that of the task itself. */
void sl_items_bar_id(const sl_rubric_bar *bar, char *out, size_t size);
void sl_items_bonus_id(const sl_goal *goal, char *out, size_t size);
void sl_items_performance_id(const sl_rubric_performance *wanted, char *out, size_t size);

/** Gives an item a verdict, with all points for a pass and none otherwise. With the verdicts
 *  infrastructure and review, the item counts as not judged. */
void sl_items_decide(sl_record_item *item, sl_grade_verdict verdict);

/** Leaves the points of an item open: a person must check, and `why` is the reason. Errors:
 *  SL_ERR_MEMORY.
 */
sl_status sl_items_review(const sl_grade_job *job, sl_record_item *item, const char *why,
                          sl_record *record);

/** Returns the grader's verdict for a verdict of the judge, and a sentence. */
sl_grade_verdict sl_items_meaning(sl_verdict verdict, const char **sentence_out);

/** Takes the results of the tasks, and the item `clean`. `hidden_from`: the number of the first
 *  hidden case, whose name is not shown to students. Errors: SL_ERR_MEMORY. */
sl_status sl_items_take(const sl_grade_job *job, const sl_lab_result *result, size_t hidden_from,
                        sl_record *record);

/** Gives partial credit: adds to a failed task the points of the kinds of cases that pass, if the
 *  rubric gives any. Errors: SL_ERR_MEMORY. */
sl_status sl_items_take_parts(const sl_grade_job *job, const sl_task_result *task,
                              sl_record_item *item);

/** Searches for small repairs of the tasks that have failed without a known mistake, and records
 *  which line is wrong. `cases` are those of the result. Errors: those of sl_search. */
sl_status sl_items_search(const sl_grade_job *job, const sl_lab_result *result,
                          const sl_case_spec *cases, sl_record *record);

/** Compares a figure of the lens with its bar. Errors: SL_ERR_MEMORY. */
sl_status sl_items_take_bar(const sl_rubric_bar *bar, const sl_lab_result *result,
                            sl_record *record);

/** Records the result of a bonus goal. `outcome` NULL: the task of the goal does not pass. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_items_take_bonus(const sl_goal *goal, const sl_goal_outcome *outcome,
                              sl_record *record);

/** Compares the times of a task with the reference's. Errors: SL_ERR_MEMORY. */
sl_status sl_items_take_pace(const sl_grade_job *job, const sl_rubric_performance *wanted,
                             const sl_pace *pace, sl_record *record);

/** Measures the times of all performance items on the GPU of the grading. `lens_program`: the
 *  module that was judged. Errors: SL_ERR_SYSTEM if the GPU, or the reference solution on it,
 *  fails, because then no submission can be judged; those of building and judging. */
sl_status sl_items_time(const sl_grade_job *job, const char *source, const char *lens_program,
                        sl_record *record);

/** Derives the verdict of the submission from those of the items. */
void sl_items_conclude(sl_record *record);

/** Stores `text` without the names of the build folders, so that records do not depend on them.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_items_set(char **inout, const char *text, const char *folder);

#endif
