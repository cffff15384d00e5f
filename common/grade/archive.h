/** @file archive.h
 *  Archives by their names. What is in one is listed by sl_inventory_list_archive (inventory.h).
 */
#ifndef SL_GRADE_ARCHIVE_H
#define SL_GRADE_ARCHIVE_H

#include <stddef.h>

/** "alice" of "alice.zip", "alice.tar.gz", "alice.tgz", "alice.tar", and of the names that browsers
 *  and platforms make of them, such as "alice.tar (1).gz": the length of the name; 0: no archive.
 */
size_t sl_archive_stem(const char *name);

/** ".rar" of an archive that the kit does not read; NULL: it is none. */
const char *sl_archive_unsupported(const char *name);

#endif
