/** @file regular.h
 *  Opens ordinary files only, because opening a pipe waits for its other end, and a device may have
 *  no end.
 */
#ifndef SL_BASE_REGULAR_H
#define SL_BASE_REGULAR_H

#include <stdio.h>
#include <sys/types.h>

/** "a folder", "a pipe", … for the mode of a file (stat); NULL for an ordinary one. */
const char *sl_regular_kind(mode_t mode);

/** Opens an ordinary file without waiting: to read ('r'), to write from its beginning ('w'), or to
 *  append ('a'); the latter two create a missing file. Returns −1 with errno if it cannot be
 *  opened, or if it is not an ordinary file; then its kind is in `*kind_out`, which is NULL
 *  otherwise. */
int sl_regular_open(const char *path, char mode, const char **kind_out);

/** The same as a stream. On failure `why`, of `size` bytes, says why in a few words. */
FILE *sl_regular_fopen(const char *path, char mode, char *why, size_t size);

#endif
