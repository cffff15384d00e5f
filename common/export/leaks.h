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

/** How the text of a file is read. */
typedef enum sl_reading {
  SL_CODE,   /**< without its comments */
  SL_QUOTED, /**< the same, without the numbers before its lines */
  SL_BARE    /**< with the contents of comments and strings, as if they were code */
} sl_reading;

typedef struct sl_window {
  uint64_t hash;
  int line; /**< of its first token */
  int file; /**< the number that the caller passed */
} sl_window;

typedef struct sl_windows {
  sl_window *all;
  size_t count, room;
} sl_windows;

/** Adds the windows of `text`. Errors: SL_ERR_MEMORY. */
sl_status sl_leaks_add(const char *text, size_t size, sl_reading reading, int file,
                       sl_windows *out);

/** Sorts by hash, for sl_leaks_find. */
void sl_leaks_sort(sl_windows *windows);

/** The window of this hash in sorted `windows`; NULL when there is none. */
const sl_window *sl_leaks_find(const sl_windows *windows, uint64_t hash);

/** Accepts an empty struct. */
void sl_leaks_free(sl_windows *windows);

#endif
