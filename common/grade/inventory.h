/** @file inventory.h
 *  All files of a submission: in folders, in archives, and in archives inside these. Nothing is
 *  unpacked to disk, no link is followed, and possible sources are read to memory.
 */
#ifndef SL_GRADE_INVENTORY_H
#define SL_GRADE_INVENTORY_H

#include "grade/submission.h"

#include <stdint.h>
#include <stdio.h>

enum {
  SL_INVENTORY_DEPTH = 3,          /**< most archives within archives */
  SL_INVENTORY_SOURCES = 64 << 20, /**< most bytes of all sources together */
  SL_INVENTORY_FOLDERS = 32,       /**< most folders within folders */
  SL_CLASS_ENTRIES = 200000        /**< most entries of an archive that holds a whole class */
};

typedef struct sl_inventory_entry {
  char *path;        /**< "week3/ell.zip/02-ell/ell.cu": an archive appears like a folder */
  const char *inner; /**< the part of `path` after the last archive */
  const char *name;  /**< the base name in `path`, or of the part, as the student wrote it */
  const sl_part *part;
  int archives;    /**< number of enclosing archives */
  bool at_top;     /**< the archive that contains it is not inside of folders or other archives */
  bool is_archive; /**< an archive that could not be opened, or is empty */
  char *bytes;     /**< content of a source, ended by a 0; NULL: not a source, or unreadable */
  size_t size;
  time_t when;
  char problem[192]; /**< why the file cannot be used: "a link, which is not followed"; or "" */
} sl_inventory_entry;

typedef struct sl_inventory {
  sl_inventory_entry *all;
  size_t count, room;
  sl_handed trouble; /**< SL_HANDED_UNREADABLE, SL_HANDED_REFUSED; SL_HANDED_FILE: none */
  char problem[512]; /**< the first error, as a sentence */
  int64_t unpacked;  /**< bytes unpacked from all archives so far */
  size_t source_bytes;
  bool cut; /**< there are more than SL_SUBMISSION_ENTRIES files; the rest is missing */
} sl_inventory;

/** Lists the files of a submission. Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM; SL_ERR_MISSING for an
 * archive without libarchive. Free it in either case. */
sl_status sl_inventory_make(const sl_submission *submission, sl_inventory *out);
void sl_inventory_free(sl_inventory *inventory);

/* ---- for archive.c --------------------------------------------------------------------------- */

/** The place where entries are added. */
typedef struct sl_inventory_place {
  const sl_part *part;
  const char *before; /**< prefix of each path: "", "week3/ell.zip/" */
  const char *within; /**< only entries with this prefix count, and it is removed; "": all */
  int archives;
  bool at_top;
  time_t when;
} sl_inventory_place;

/** Adds an entry. Errors: SL_ERR_MEMORY. `*out` is NULL if there are too many. */
sl_status sl_inventory_add(sl_inventory *to, const sl_inventory_place *place, const char *path,
                           sl_inventory_entry **out);

/** Removes the entries from number `count` on, because their archive cannot be trusted. */
void sl_inventory_cut_back(sl_inventory *inventory, size_t count);

/** Records an error if it is the first one. */
void sl_inventory_trouble(sl_inventory *inventory, sl_handed kind, const char *problem);

/** Whether the file was made by an operating system, an archiver or version control, and not by a
 *  student. */
bool sl_inventory_is_litter(const char *path);

/** Whether a name is that of a source, so that its bytes are read. */
bool sl_inventory_is_source(const char *name);

/** Returns the length of a source's name without its ending: ".cu", ".cu.txt", ".cpp". */
size_t sl_inventory_stem_length(const char *name);

/** Counts the bytes of a source. Drops a source that is too large, with a note in the entry. */
void sl_inventory_entry_limit(sl_inventory *inventory, sl_inventory_entry *entry);

/** Adds the files of the archive at `path` or, if that is NULL, in memory. If the archive has an
 *  error, the error is recorded in the inventory, and an entry `shown` for the archive itself is
 *  added. Errors: those of sl_inventory_make. */
sl_status sl_inventory_list_archive(sl_inventory *to, const sl_inventory_place *place,
                                    const char *shown, const char *path, const void *bytes,
                                    size_t size);

/** Writes the entries of an archive: 'f' for a file, '-' for anything else, the name, and a 0. The
 *  list of a damaged archive ends at the damage. Errors: SL_ERR_MEMORY. */
sl_status sl_inventory_archive_names(const char *path, FILE *to);

#endif
