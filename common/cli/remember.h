/** @file remember.h
 *  What the commands remember of a student's work from one call to the next.
 *
 *  It is kept in the folder .lab beside the script, so that it moves with the checkout and survives
 *  ./lab clean; in the build folder where the checkout cannot be written. SL_PROGRESS_DIR names
 *  another folder.
 */
#ifndef SL_CLI_REMEMBER_H
#define SL_CLI_REMEMBER_H

#include "judge/judge.h"

#include <stdbool.h>
#include <stdio.h>

/** Opens what is kept under `name`, to read ('r') or to replace ('w'). NULL: nothing is kept, or
 *  it cannot be. What is remembered is a convenience, so nobody is told. */
FILE *sl_remembered(const char *name, char mode);

/** The path of `name` in that folder, which is made where it is missing. */
void sl_remembered_path(const char *name, char *path_out, size_t size);

/** Keeps the verdicts of the tasks in `result`; those of other tasks of the lab stay. */
void sl_progress_save(const sl_lab_result *result);

/** The verdict on a task that was remembered last, in words. False when there is none. */
bool sl_progress_load(const sl_lab *lab, const char *task, char *verdict_out, size_t size);

/** Whether the task was judged on all cases, and passed. */
bool sl_has_passed(const sl_lab *lab, const sl_task *task);

/** The first task of the lab that has not passed; NULL: all have. */
const sl_task *sl_task_at_hand(const sl_lab *lab);

/** The first lab with such a task; NULL: all have passed. */
const sl_lab *sl_lab_at_hand(void);

#endif
