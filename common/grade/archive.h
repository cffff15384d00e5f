/** @file archive.h
 *  Recognises archives by their names. sl_inventory_list_archive (inventory.h) lists their
 *  contents.
 */
#ifndef SL_GRADE_ARCHIVE_H
#define SL_GRADE_ARCHIVE_H

#include <stddef.h>

/** The length of "alice" in "alice.zip", "alice.tar.gz", "alice.tgz", "alice.tar", and in names
 *  changed by browsers and platforms, such as "alice.tar (1).gz"; 0: not an archive.
 */
size_t sl_archive_stem(const char *name);

/** The ending, such as ".rar", of an archive that the kit cannot read; NULL: other files. */
const char *sl_archive_unsupported(const char *name);

#endif
