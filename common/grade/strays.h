/** @file strays.h
 *  Files in the folder of a class that belong to no submission.
 */
#ifndef SL_GRADE_STRAYS_H
#define SL_GRADE_STRAYS_H

#include "base/status.h"

#include <stddef.h>

typedef struct sl_stray {
  char *path, *why;
} sl_stray;

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_strays {
  sl_stray *all;
  size_t count;
} sl_strays;

/** Adds a file. Errors: SL_ERR_MEMORY. */
sl_status sl_strays_add(sl_strays *list, const char *path, const char *why);
void sl_strays_free(sl_strays *list);

/** Writes the list to FOLDER/class.json, and reads it again; a missing file is an empty list.
 *  Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY, SL_ERR_INPUT; SL_ERR_MISSING without jansson. */
sl_status sl_strays_write(const char *folder, const sl_strays *strays);
sl_status sl_strays_read(const char *folder, sl_strays *out);

#endif
