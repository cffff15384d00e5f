/** @file pack.h
 *  The archive that a student hands in.
 */
#ifndef SL_GRADE_PACK_H
#define SL_GRADE_PACK_H

#include "base/status.h"

#include <stddef.h>

/** Writes the .tar.gz `path` with one file in it, `entry`. Errors: SL_ERR_SYSTEM, with nothing left
 *  behind; SL_ERR_MISSING without libarchive, of which nothing is said in the message. */
sl_status sl_pack(const char *path, const char *entry, const char *bytes, size_t size);

#endif
