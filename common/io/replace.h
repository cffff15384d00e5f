/** @file replace.h
 *  A new file that takes its name only when it is complete: written beside it, then renamed.
 */
#ifndef SL_IO_REPLACE_H
#define SL_IO_REPLACE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct sl_replacement {
  FILE *file;       /**< to write to */
  const char *path; /**< the name to be taken; belongs to the caller */
  char *temporary;  /**< the name until then */
  bool durable;     /**< wait for the disk before the name is taken */
} sl_replacement;

/** Opens a temporary file beside `path`. With `durable`, a loss of power leaves the old file or the
 *  whole new one, at the price of waiting. Errors: SL_ERR_SYSTEM naming the file, SL_ERR_MEMORY. */
sl_status sl_replace_start(const char *path, bool durable, sl_replacement *out);

/** Ends the writing. With `status` SL_OK and all bytes written the file takes its name; else
 *  it is removed, and what was there before stays. Returns `status`, or SL_ERR_SYSTEM. */
sl_status sl_replace_end(sl_replacement *replacement, sl_status status);

#endif
