/** @file collection.h
 *  Finds matrices of the SuiteSparse Matrix Collection on this machine, and lists those that the
 *  handouts and papers use. `./lab matrix fetch` downloads a matrix (cli/fetch.c).
 *
 *  The archives are in the folder .lab/matrices beside the script, with one folder per group.
 *  `./lab clean` keeps this folder. SL_MATRICES_DIR names another folder.
 *
 *  Sources: T. Davis and Y. Hu, The University of Florida Sparse Matrix Collection, ACM TOMS 38(1),
 *  2011. The checksums are those that the tests of AMD's rocSPARSE use for their downloads
 *  (cmake/ClientMatrices.cmake, commit 0d5a6ee).
 */
#ifndef SL_LOAD_COLLECTION_H
#define SL_LOAD_COLLECTION_H

#include "base/status.h"
#include "load/load.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_collected {
  const char *group, *name, *about;
  const char *md5; /**< MD5 of the archive, 32 digits; NULL if unknown */
} sl_collected;

extern const sl_collected sl_collection[];
extern const size_t sl_collection_size;

/** Finds "NAME" or "GROUP/NAME" in the list. Returns NULL if it is not in the list. */
const sl_collected *sl_collection_find(const char *spec);

/** Calls `visit` with each name in the list. */
void sl_collection_names(sl_name_visit *visit, void *context);

enum { SL_COLLECTION_NAME = 64, SL_COLLECTION_PATH = 4096 };

/** Splits "GROUP/NAME" into group and name. For "NAME" without a group, the group is taken from the
 *  list. Both may contain only letters, digits and _ - + . and must not begin with a dot or a dash,
 *  so that no path leads out of the folder. Errors: SL_ERR_USAGE. */
sl_status sl_collection_parse(const char *spec, char group_out[SL_COLLECTION_NAME],
                              char name_out[SL_COLLECTION_NAME]);

/** The folder of the archives, which may not exist yet. */
const char *sl_collection_folder(void);

/** Finds the archive of "NAME" or "GROUP/NAME" on this machine. `*found_out` is false if there is
 *  none. Errors: SL_ERR_INPUT if two groups have a matrix of this name. */
sl_status sl_collection_path(const char *spec, char path_out[SL_COLLECTION_PATH], bool *found_out);

/** Calls `visit` with the name of each matrix on this machine. */
void sl_collection_kept(sl_name_visit *visit, void *context);

#endif
