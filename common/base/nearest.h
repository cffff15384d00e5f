/** @file nearest.h
 *  Finds the name that a mistyped word probably means.
 */
#ifndef SL_BASE_NEAREST_H
#define SL_BASE_NEAREST_H

#include <stddef.h>

/** Returns the name among `count` names that is nearest to `word`. At most one letter in three may
 *  be wrong: missing, superfluous, replaced, or exchanged with its neighbor. Returns NULL if no
 *  name is that near, if two names are equally near, or if `word` has more than 60 characters.
 *  Source: optimal string alignment distance (Damerau 1964). */
const char *sl_nearest(const char *word, const char *const *names, size_t count);

/** The number of letters of one word that must be inserted, removed, replaced or exchanged with
 *  their neighbors to make the other word; −1 if a word has more than 60 characters. */
int sl_nearest_distance(const char *a, const char *b);

#endif
