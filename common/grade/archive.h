/** @file archive.h
 *  Recognises archives by their names. sl_inventory_list_archive (inventory.h) lists their
 *  contents.
 */
#ifndef SL_GRADE_ARCHIVE_H
#define SL_GRADE_ARCHIVE_H

#include <stddef.h>

/** Returns the length of "alice" in "alice.zip", "alice.tar.gz", "alice.tgz", "alice.tar", and in
 *  names changed by browsers and platforms, such as "alice.tar (1).gz"; 0: the name is not that of
 *  an archive. */
size_t sl_archive_stem(const char *name);

/** Returns the ending, such as ".rar", of an archive that the kit cannot read; NULL: the file is
 *  not such an archive. */
const char *sl_archive_unsupported(const char *name);

#endif
