/** @file catalogue.h
 *  The mistakes of a lab as data: labs/NN-name/mistakes.txt, which the judge reads and a program
 *  writes. A line is a word followed by its arguments:
 *
 *    mistake TASK NAME      a mistake of the task, in the order in which they are tried
 *    what, hint, at         its texts, as in sl_mistake; `at` may be missing
 *    program KEY            one program that makes it; KEY identifies what it was run with
 *    pass HASH …            problems (sl_fingerprint_problem_hash) that it passes
 *    on HASH HOW …          one problem that it fails: HOW is fail, either (may also pass) or open
 *
 *  After HOW come marks and answers. A mark is "!WHAT,ARRAY,RELATION,COUNT", with "?" if it is not
 *  certain. COUNT is 1 or n; an index may follow RELATION. An answer is "ARRAY=HASH", with
 *  ",FIRST-LAST" for each range of unpredictable elements.
 */
#ifndef SL_JUDGE_CATALOGUE_H
#define SL_JUDGE_CATALOGUE_H

#include "judge/fingerprint.h"
#include "judge/lab.h"

#include <stdio.h>

/** One program that makes a mistake. */
typedef struct sl_catalogue_row {
  const char *task;
  sl_mistake mistake; /**< its texts belong to the catalogue */
  uint64_t key;
  struct sl_prints prints;
} sl_catalogue_row;

typedef struct sl_catalogue {
  char *text; /**< content of the file, split into strings */
  sl_catalogue_row *rows;
  size_t num_rows;
  sl_task *tasks; /**< tasks of the lab with their mistakes: see sl_catalogue_attach */
  size_t num_tasks;
} sl_catalogue;

/** Reads the file. Errors: SL_ERR_INPUT naming the malformed line; SL_ERR_MEMORY. Free `*out` in
 *  either case. */
sl_status sl_catalogue_read(const char *path, sl_catalogue *out);

/** Reads a text in the same format; messages call it `name`. Errors: those of sl_catalogue_read. */
sl_status sl_catalogue_parse(const char *name, const char *text, sl_catalogue *out);

/** Makes `catalogue->tasks`: the tasks of the lab with the mistakes of the catalogue. If the task
 * has a rule for a mistake, the rule decides. Errors: SL_ERR_INPUT for a task that the lab does not
 * have; SL_ERR_MEMORY; SL_ERR_INTERNAL for more than SL_MAX_MISTAKES programs of one task. */
sl_status sl_catalogue_attach(sl_catalogue *catalogue, const sl_lab *lab);

/** Returns the rule called `name`: the first one in the task's lists, or else the rule of the
 *  common mistake with this name; NULL: there is none. */
const sl_rule *sl_catalogue_rule(const sl_task *task, const char *name);

void sl_catalogue_free(sl_catalogue *catalogue);

/** Writes the lines of one mistake, and the lines of one program that makes it. */
void sl_catalogue_write_mistake(FILE *file, const char *task, const sl_mistake *mistake);
void sl_catalogue_write_program(FILE *file, uint64_t key, const struct sl_prints *prints);

#endif
