/** @file program_cache.h
 *  A cache of built programs, which checks that they are still as the compiler wrote them.
 */
#ifndef SL_JUDGE_PROGRAM_CACHE_H
#define SL_JUDGE_PROGRAM_CACHE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/** The limit for all cached programs; beyond it, those that were not used for the longest time are
 *  removed. */
#define SL_KEPT_BYTES (45ULL << 20)

/** Whether the program exists and is unchanged since sl_program_cache_add. If so, the program
 *  counts as in use from now on, and is not removed. */
bool sl_program_cache_is_good(const char *program);

/** Like sl_program_cache_is_good for a file that need not be executable, such as an object file. */
bool sl_program_cache_is_unchanged(const char *program);

/** Renames the program `fresh` to `program` atomically, and stores its size, its sum and the
 *  compiler's warnings, `words`, beside it. If another process has done so meanwhile, `fresh` is
 *  removed. Errors: SL_ERR_SYSTEM; then `fresh` is removed. */
sl_status sl_program_cache_add(const char *fresh, const char *program, const char *words);

/** Copies the compiler's output about a cached program, as far as it fits into `size` bytes. */
void sl_program_cache_words(const char *program, char *words_out, size_t size);

#endif
