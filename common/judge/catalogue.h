/** @file catalogue.h
 *  The mistakes of a lab as data: labs/NN-name/mistakes.txt, which the judge reads and nobody
 * writes by hand. A line is a word and what belongs to it:
 *
 *    mistake TASK NAME      a mistake of the task, in the order in which they are tried
 *    what, hint, at         its texts, as in sl_mistake; `at` may be missing
 *    program KEY            one program that makes it; KEY says what it was run with
 *    pass HASH …            problems (sl_fingerprint_problem_hash) that it passes
 *    on HASH HOW …          one that it fails: HOW is fail, either (also passes) or open
 *
 *  Behind HOW stand marks, "!WHAT,ARRAY,RELATION,COUNT" with "?" where it is not sure and COUNT 1
 * or n, RELATION with the index behind it where a mark has one, and answers, "ARRAY=HASH" with
 * ",FIRST-LAST" for each range of elements not foreseeable.
 */
#ifndef SL_JUDGE_CATALOGUE_H
#define SL_JUDGE_CATALOGUE_H

#include "judge/fingerprint.h"
#include "judge/lab.h"

#include <stdio.h>

/** One program that makes a mistake. */
typedef struct sl_catalogue_row {
  const char *task;
  sl_mistake mistake; /**< its texts are the catalogue's */
  uint64_t key;
  struct sl_prints prints;
} sl_catalogue_row;

typedef struct sl_catalogue {
  char *text; /**< of the file, cut apart */
  sl_catalogue_row *rows;
  size_t num_rows;
  sl_task *tasks; /**< of the lab, with their mistakes: see sl_catalogue_attach */
  size_t num_tasks;
} sl_catalogue;

/** Reads the file. Errors: SL_ERR_INPUT with the line that is malformed; SL_ERR_MEMORY. Free
 *  `*out` in any event. */
sl_status sl_catalogue_read(const char *path, sl_catalogue *out);

/** Reads a text of that form, which is called `name` in messages. Errors: the same. */
sl_status sl_catalogue_parse(const char *name, const char *text, sl_catalogue *out);

/** Makes `catalogue->tasks`, those of the lab with the mistakes of the catalogue. A mistake for
 * which the task has a rule is judged by it. Errors: SL_ERR_INPUT for a task that the lab does not
 * have; SL_ERR_MEMORY; SL_ERR_INTERNAL for more than SL_MAX_MISTAKES programs of one task. */
sl_status sl_catalogue_attach(sl_catalogue *catalogue, const sl_lab *lab);

/** The rule of this name: the first in the task's lists, or else that of the mistake of this name
 * that every lab has. NULL: there is none. */
const sl_rule *sl_catalogue_rule(const sl_task *task, const char *name);

void sl_catalogue_free(sl_catalogue *catalogue);

/** Writes the lines of one mistake and, in front of each program's prints, of that program. */
void sl_catalogue_write_mistake(FILE *file, const char *task, const sl_mistake *mistake);
void sl_catalogue_write_program(FILE *file, uint64_t key, const struct sl_prints *prints);

#endif
