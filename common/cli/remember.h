/** @file remember.h
 *  Records about a student's work that the commands keep from one call to the next.
 *
 *  The records are in the folder .lab beside the script, so that they move with the checkout and
 *  survive ./lab clean. If the checkout cannot be written, they are in the build folder.
 *  SL_PROGRESS_DIR names another folder.
 */
#ifndef SL_CLI_REMEMBER_H
#define SL_CLI_REMEMBER_H

#include "io/replace.h"
#include "judge/judge.h"

#include <stdbool.h>
#include <stdio.h>

enum { SL_REMEMBERED_PATH = 4096 };

/** Opens the record `name` for reading. NULL if it does not exist. */
FILE *sl_remember_open(const char *name);

/** A record that is being written. sl_remember_end replaces the old record. */
typedef struct sl_keeping {
  char path[SL_REMEMBERED_PATH];
  sl_replacement new_file;
} sl_keeping;

/** Begins the record `name`. NULL if the record cannot be written. The first failure, here or in
 *  sl_remember_end, is reported on standard error. */
FILE *sl_remember_start(const char *name, sl_keeping *out);
void sl_remember_end(sl_keeping *keeping);

/** Writes the path of the record `name`. Creates the folder of records if it does not exist. */
void sl_remember_path(const char *name, char *path_out, size_t size);

/** Records the verdicts of the tasks in `result`, and keeps those of the lab's other tasks. If not
 *  all cases were judged, failures are recorded, but passes are not. */
void sl_remember_verdicts(const sl_lab_result *result, bool all_cases);

/** Forgets the verdict on a task, or on all tasks of the lab (NULL). */
void sl_remember_forget(const sl_lab *lab, const sl_task *task);

/** The last recorded verdict on a task, as text. False if there is none. */
bool sl_remember_verdict(const sl_lab *lab, const char *task, char *verdict_out, size_t size);

/** Whether the task was judged on all cases, and passed. */
bool sl_remember_passed(const sl_lab *lab, const sl_task *task);

/** Whether the task passed on the lens, in both precisions, with the current content of `source`
 *  and this build of the kit. */
bool sl_remember_passed_unchanged(const sl_lab *lab, const sl_task *task, const char *source);

/** The first task of the lab that has not passed; NULL if all have. */
const sl_task *sl_remember_current_task(const sl_lab *lab);

/** The first lab with a task that has not passed; NULL if there is none. */
const sl_lab *sl_remember_current_lab(void);

#endif
