/** @file pack.h
 *  Writes an archive with a single file, such as the submission of a student.
 */
#ifndef SL_IO_PACK_H
#define SL_IO_PACK_H

#include "base/status.h"

#include <stddef.h>

/** Writes the archive `path` (.tar.gz), which contains one file with the name `entry` and `size`
 *  bytes. Errors: SL_ERR_SYSTEM, and `path` is unchanged; SL_ERR_MISSING if the kit was built
 *  without libarchive. */
sl_status sl_pack(const char *path, const char *entry, const char *bytes, size_t size);

#endif
