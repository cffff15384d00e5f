/** @file inventory.h
 *  All files of a submission: of folders, of archives, and of archives in them. Nothing is unpacked
 *  to disk, no link is followed, and what may be a source is read to memory.
 */
#ifndef SL_GRADE_INVENTORY_H
#define SL_GRADE_INVENTORY_H

#include "grade/submission.h"

#include <stdint.h>
#include <stdio.h>

enum {
  SL_INVENTORY_DEPTH = 3,          /**< archives within archives */
  SL_INVENTORY_SOURCES = 64 << 20, /**< bytes of all sources together */
  SL_INVENTORY_FOLDERS = 32,       /**< folders within folders */
  SL_CLASS_ENTRIES = 200000        /**< of an archive that holds a whole class */
};

typedef struct sl_inventory_entry {
  char *path;        /**< "week3/ell.zip/02-ell/ell.cu": an archive stands there like a folder */
  const char *inner; /**< in `path`: what follows the last archive */
  const char *name;  /**< in `path`, or in the part: the base name without what a platform adds */
  const sl_part *part;
  int archives;    /**< how many archives are around it */
  bool at_top;     /**< neither folders nor archives are around the archive that holds it */
  bool is_archive; /**< an archive that could not be opened, or has no file in it */
  char *bytes;     /**< of a source, ended by a 0; NULL: it is none, or cannot be read */
  size_t size;
  time_t when;
  char problem[192]; /**< why it cannot be used: "a link, which is not followed"; "": nothing */
} sl_inventory_entry;

typedef struct sl_inventory {
  sl_inventory_entry *all;
  size_t count, room;
  sl_handed trouble; /**< SL_HANDED_UNREADABLE, SL_HANDED_REFUSED; SL_HANDED_FILE: none */
  char problem[512]; /**< of the first trouble, a sentence */
  int64_t unpacked;  /**< by all archives so far */
  size_t source_bytes;
  bool cut; /**< there are more than SL_SUBMISSION_ENTRIES files: the others are not in it */
} sl_inventory;

/** Lists what a submission holds. Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM; SL_ERR_MISSING for an
 * archive without libarchive. Free in any event. */
sl_status sl_inventory_make(const sl_submission *submission, sl_inventory *out);
void sl_inventory_free(sl_inventory *inventory);

/* ---- for archive.c --------------------------------------------------------------------------- */

/** Where entries are added. */
typedef struct sl_inventory_place {
  const sl_part *part;
  const char *before; /**< stands before each path: "", "week3/ell.zip/" */
  const char *within; /**< only entries whose path begins so count, without it; "": all */
  int archives;
  bool at_top;
  time_t when;
} sl_inventory_place;

/** Adds an entry. Errors: SL_ERR_MEMORY. `*out` is NULL if there are too many. */
sl_status sl_inventory_add(sl_inventory *to, const sl_inventory_place *place, const char *path,
                           sl_inventory_entry **out);

/** Removes the entries from number `count` on: their archive cannot be trusted. */
void sl_inventory_cut_back(sl_inventory *inventory, size_t count);

/** Notes the first trouble of all. */
void sl_inventory_trouble(sl_inventory *inventory, sl_handed kind, const char *problem);

/** Whether operating systems, archivers and version control make it: no student wrote it. */
bool sl_inventory_is_litter(const char *path);

/** Whether a name is that of a source, so that its bytes are read. */
bool sl_inventory_is_source(const char *name);

/** Cuts a source that is too large, and counts its bytes; says so in the entry. */
void sl_inventory_entry_limit(sl_inventory *inventory, sl_inventory_entry *entry);

/** Adds what is in an archive, at `path`, or, if that is NULL, in memory. What is wrong with it is
 *  in the inventory, with an entry of the archive's own, `shown`. Errors: as sl_inventory_make. */
sl_status sl_inventory_list_archive(sl_inventory *to, const sl_inventory_place *place,
                                    const char *shown, const char *path, const void *bytes,
                                    size_t size);

/** Writes what an archive holds: 'f' for a file, '-' for anything else, the name, and a 0. An
 * archive that cannot be read ends where that is so. Errors: SL_ERR_MEMORY. */
sl_status sl_inventory_archive_names(const char *path, FILE *to);

#endif
