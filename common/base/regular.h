/** @file regular.h
 *  Opens only regular files. Opening a pipe would wait for its other end, and a device may never
 *  end.
 */
#ifndef SL_BASE_REGULAR_H
#define SL_BASE_REGULAR_H

#include <stdio.h>
#include <sys/types.h>

/** The kind of a file with this mode (from stat): "a folder", "a pipe", …; NULL for a regular
 *  file. */
const char *sl_regular_kind(mode_t mode);

/** Opens a regular file without waiting, and returns its file descriptor. `mode` is 'r' to read,
 *  'w' to write from the beginning, or 'a' to append; 'w' and 'a' create a missing file. Returns −1
 *  with errno if the file cannot be opened or is not a regular file; in the latter case `*kind_out`
 *  is its kind, otherwise NULL. */
int sl_regular_open(const char *path, char mode, const char **kind_out);

/** Like sl_regular_open, but returns a stream. On failure returns NULL, and writes the reason in a
 *  few words to `why`, which has `size` bytes. */
FILE *sl_regular_fopen(const char *path, char mode, char *why, size_t size);

#endif
