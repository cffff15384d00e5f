/** @file remember.h
 *  What the commands remember of a student's work from one call to the next.
 *
 *  It is kept in the folder .lab beside the script, so that it moves with the checkout and survives
 *  ./lab clean; in the build folder where the checkout cannot be written. SL_PROGRESS_DIR names
 *  another folder.
 */
#ifndef SL_CLI_REMEMBER_H
#define SL_CLI_REMEMBER_H

#include "io/replace.h"
#include "judge/judge.h"

#include <stdbool.h>
#include <stdio.h>

enum { SL_REMEMBERED_PATH = 4096 };

/** Opens what is kept under `name`, to read; NULL: nothing is. */
FILE *sl_remember_open(const char *name);

/** What is to be kept, until sl_remember_end: only then it replaces what is kept so far. */
typedef struct sl_keeping {
  char path[SL_REMEMBERED_PATH];
  sl_replacement new_file;
} sl_keeping;

/** Opens a file for what is to be kept under `name`. NULL: it cannot be kept. The first time that
 *  something cannot be kept, here or at the end, this is said on standard error. */
FILE *sl_remember_start(const char *name, sl_keeping *out);
void sl_remember_end(sl_keeping *keeping);

/** The path of `name` in that folder, which is made where it is missing. */
void sl_remember_path(const char *name, char *path_out, size_t size);

/** Keeps the verdicts of the tasks in `result`; those of other tasks of the lab stay. Where not all
 *  cases were judged, no pass is kept, but each failure is. */
void sl_remember_verdicts(const sl_lab_result *result, bool all_cases);

/** Forgets the verdict on a task, or on all tasks of the lab (NULL). */
void sl_remember_forget(const sl_lab *lab, const sl_task *task);

/** The verdict on a task that was remembered last, in words. False when there is none. */
bool sl_remember_verdict(const sl_lab *lab, const char *task, char *verdict_out, size_t size);

/** Whether the task was judged on all cases, and passed. */
bool sl_remember_passed(const sl_lab *lab, const sl_task *task);

/** Whether it passed on the lens, in both precisions, with the file `source` as it is now and with
 *  this build of the kit. */
bool sl_remember_passed_unchanged(const sl_lab *lab, const sl_task *task, const char *source);

/** The first task of the lab that has not passed; NULL: all have. */
const sl_task *sl_remember_current_task(const sl_lab *lab);

/** The first lab with such a task; NULL: all have passed. */
const sl_lab *sl_remember_current_lab(void);

#endif
