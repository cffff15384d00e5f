/** @file replace.h
 *  Writes a new file beside the old one, and renames it when it is complete.
 */
#ifndef SL_IO_REPLACE_H
#define SL_IO_REPLACE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct sl_replacement {
  FILE *file;       /**< the stream to write to */
  const char *path; /**< the final name; belongs to the caller */
  char *temporary;  /**< the name until then */
  bool durable;     /**< whether to wait for the disk before renaming */
} sl_replacement;

/** Opens a temporary file beside `path`. If `durable`, a power failure leaves either the old file
 *  or the complete new one, but sl_replace_end has to wait for the disk. Errors: SL_ERR_SYSTEM with
 *  the file name in the message, SL_ERR_MEMORY. */
sl_status sl_replace_start(const char *path, bool durable, sl_replacement *out);

/** Closes the temporary file. If `status` is SL_OK and all bytes have been written, renames it to
 *  the final name. Otherwise removes it, and an existing file remains. Returns `status`, or
 *  SL_ERR_SYSTEM if a write or the renaming failed. */
sl_status sl_replace_end(sl_replacement *replacement, sl_status status);

#endif
