/** @file try.h
 *  Tries programs that make mistakes: the judge must reject each by its name, at its line. Programs
 *  for the lens that change the same file are compiled together, as repairs are
 *  (repair/candidates.h), because a compiler needs far longer to begin than for one more function.
 *  A program that does not get its name in this way is compiled and judged alone, and only that
 *  counts.
 */
#ifndef SL_AUTHOR_TRY_H
#define SL_AUTHOR_TRY_H

#include "judge/judge.h"
#include "judge/lab.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_try_options {
  const char *folder; /**< folder where the programs are written; it is created */
  const char *cache_dir;
  bool alone; /**< compile each alone, as always on a GPU */
  sl_backend_id backend;
  /** Called for each program. `wrong` is NULL if the judge names the mistake correctly, otherwise
   * it says what went wrong. */
  void (*tell)(const char *which, const char *wrong, bool alone);
} sl_try_options;

/** Tries the programs `which`, named as in sl_author_program. `*failed_out` counts those that the
 * judge does not name correctly. Errors: those of sl_author_program, sl_module_build and
 * sl_judge. */
sl_status sl_try_mistakes(const sl_lab *lab, const sl_try_options *options, char *const *which,
                          size_t count, size_t *failed_out);

#endif
