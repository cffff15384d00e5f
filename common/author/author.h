/** @file author.h
 *  Mistakes as data: from grading/mistakes/NN-name.txt, which authors write, to
 *  labs/NN-name/mistakes.txt, which the judge reads. Only a checkout with solutions has the former.
 */
#ifndef SL_AUTHOR_AUTHOR_H
#define SL_AUTHOR_AUTHOR_H

#include "judge/lab.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum sl_update {
  SL_UPDATE_STALE, /**< runs the programs that have changed */
  SL_UPDATE_ALL,   /**< runs all */
  SL_UPDATE_CHECK  /**< runs none; SL_ERR_INPUT if something has changed */
} sl_update;

typedef struct sl_update_options {
  sl_update how;
  const char *cache_dir;
  const char *join; /**< a mistakes.txt made with another compiler, or NULL. If the two disagree
                     * about a program, its fingerprint accepts both results */
  void (*progress)(const char *program); /**< called before each run, and for each merged
                                              fingerprint; may be NULL */
  void (*warn)(const char *text);        /**< called for two mistakes that nothing distinguishes;
                                          * may be NULL */
} sl_update_options;

/** Updates the file that the judge reads from the file that authors write, if that file exists.
 *  Errors: SL_ERR_INPUT with the author's file and line; those of sl_run_take_prints; SL_ERR_SYSTEM
 *  when the file cannot be written. */
sl_status sl_author_update(const sl_lab *lab, const sl_update_options *options);

/** Writes the program "TASK/NAME" or "TASK/NAME/NUMBER", counted from 1, to the file `path`.
 *  Errors: SL_ERR_USAGE if there is no such program; those of sl_change_make; SL_ERR_SYSTEM. */
sl_status sl_author_program(const sl_lab *lab, const char *which, const char *path);

#endif
