/** @file pack.h
 *  An archive with one file, such as a student hands in.
 */
#ifndef SL_IO_PACK_H
#define SL_IO_PACK_H

#include "base/status.h"

#include <stddef.h>

/** Writes the .tar.gz `path` with one file in it, `entry`. Errors: SL_ERR_SYSTEM, without leaving a
 *  file; SL_ERR_MISSING without libarchive, with a message that does not mention it. */
sl_status sl_pack(const char *path, const char *entry, const char *bytes, size_t size);

#endif
