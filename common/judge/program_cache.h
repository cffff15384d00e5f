/** @file program_cache.h
 *  Programs that were built once and are kept: whether they are still what the compiler left.
 */
#ifndef SL_JUDGE_PROGRAM_CACHE_H
#define SL_JUDGE_PROGRAM_CACHE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/** The most that all kept programs may take; beyond it those go that were used longest ago. */
#define SL_KEPT_BYTES (45ULL << 20)

/** Whether the program is there, whole and unchanged since sl_program_cache_add. If so it is in use from now
 *  on, and stays. */
bool sl_program_cache_is_good(const char *program);

/** Keeps what was built as `fresh` under the name `program`, in one step, with its size, its sum and
 *  the compiler's `words` (its warnings) beside it; where another has done so meanwhile, `fresh` is removed. Errors: SL_ERR_SYSTEM; then
 * `fresh` is removed. */
sl_status sl_program_cache_add(const char *fresh, const char *program, const char *words);

/** The compiler's words about a program that is kept, as far as they fit into `size` bytes. */
void sl_program_cache_words(const char *program, char *words_out, size_t size);

#endif
