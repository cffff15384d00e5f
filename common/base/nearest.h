/** @file nearest.h
 *  The name that a mistyped word was probably meant to be.
 */
#ifndef SL_BASE_NEAREST_H
#define SL_BASE_NEAREST_H

#include <stddef.h>

/** The one of `count` names that is nearest to `word`, where one letter in three or fewer is wrong:
 *  missing, superfluous, another one, or changed places with its neighbour. NULL if none is that
 *  near, or two are equally near. Words of more than 60 characters are near to nothing.
 *  Source: optimal string alignment distance (Damerau 1964). */
const char *sl_nearest(const char *word, const char *const *names, size_t count);

/** How many letters of one word must be put in, taken out, replaced or exchanged with their
 *  neighbours to make the other; −1 where one has more than 60. */
int sl_nearest_distance(const char *a, const char *b);

#endif
