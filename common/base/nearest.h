/** @file nearest.h
 *  Finds the name that a mistyped word probably means.
 */
#ifndef SL_BASE_NEAREST_H
#define SL_BASE_NEAREST_H

#include <stddef.h>

/** The one of `count` names that is nearest to `word`, with at most one letter in three wrong:
 *  missing, superfluous, replaced, or exchanged with its neighbour. NULL if none is that near, or
 *  two are equally near. Words of more than 60 characters are near no name. Source: optimal string
 *  alignment distance (Damerau 1964). */
const char *sl_nearest(const char *word, const char *const *names, size_t count);

/** How many letters of one word must be inserted, removed, replaced or exchanged with their
 *  neighbours to make the other; −1 if a word has more than 60. */
int sl_nearest_distance(const char *a, const char *b);

#endif
