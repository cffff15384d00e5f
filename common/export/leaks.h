/** @file leaks.h
 *  Finds parts of a solution in a file, whatever the names and the layout.
 *
 *  Both are cut into tokens. Comments, braces, casts and types of variables do not show who wrote
 *  the lines, so they are removed or made equal; a->row_ptr counts as one name. A *window*
 * is a run of SL_LEAK_WINDOW tokens in which names are numbered in the order of their first use: so
 * windows are equal if renaming variables turns one into the other.
 */
#ifndef SL_EXPORT_LEAKS_H
#define SL_EXPORT_LEAKS_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/** Shorter runs are idioms that anybody writes: a loop over the entries of a row has 22 tokens. */
enum { SL_LEAK_WINDOW = 30 };

/** Which parts of a file's text count as code. */
typedef enum sl_reading {
  SL_CODE,   /**< without its comments */
  SL_QUOTED, /**< the same, without line numbers before the lines */
  SL_BARE    /**< the contents of comments and strings count as code, too */
} sl_reading;

typedef struct sl_window {
  uint64_t hash;
  int line; /**< line of the window's first token */
  int file; /**< number of the file, which the caller passed */
} sl_window;

typedef struct sl_windows {
  sl_window *all;
  size_t count, room;
} sl_windows;

/** Adds the windows of `text`. Errors: SL_ERR_MEMORY. */
sl_status sl_leaks_add(const char *text, size_t size, sl_reading reading, int file,
                       sl_windows *out);

/** Sorts the windows by hash, for sl_leaks_find. */
void sl_leaks_sort(sl_windows *windows);

/** Finds a window with this hash in sorted `windows`. NULL if there is none. */
const sl_window *sl_leaks_find(const sl_windows *windows, uint64_t hash);

/** Frees the windows. Accepts an empty struct. */
void sl_leaks_free(sl_windows *windows);

#endif
