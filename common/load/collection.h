/** @file collection.h
 *  Matrices of the SuiteSparse Matrix Collection that are kept on this machine, and the short list
 *  of those in handouts and papers. `./lab matrix fetch` brings them (cli/fetch.c).
 *
 *  They are kept in the folder .lab/matrices beside the script, one folder per group, so that ./lab
 *  clean leaves them; SL_MATRICES_DIR names another folder.
 *
 *  Sources: T. Davis and Y. Hu, The University of Florida Sparse Matrix Collection, ACM TOMS 38(1),
 *  2011; the checksums are those with which the tests of AMD's rocSPARSE compare their downloads
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
  const char *md5; /**< MD5 of the archive, 32 digits; NULL: unknown */
} sl_collected;

extern const sl_collected sl_collection[];
extern const size_t sl_collection_size;

/** The row of the short list for "NAME" or "GROUP/NAME"; NULL: not in the list. */
const sl_collected *sl_collection_find(const char *spec);

/** The names in the short list. */
void sl_collection_names(sl_name_visit *visit, void *context);

enum { SL_COLLECTION_NAME = 64, SL_COLLECTION_PATH = 4096 };

/** Group and name from "GROUP/NAME", or from "NAME" by the short list. Both hold nothing but
 *  letters, digits and _ - + . and do not begin with a dot or a dash, so that no path leads
 *  elsewhere. Errors: SL_ERR_USAGE. */
sl_status sl_collection_parse(const char *spec, char group_out[SL_COLLECTION_NAME],
                              char name_out[SL_COLLECTION_NAME]);

/** The folder in which they are kept; it may not exist yet. */
const char *sl_collection_folder(void);

/** Finds a matrix on this machine by "NAME" or "GROUP/NAME"; `*found_out` is false if there is
 *  none. Errors: SL_ERR_INPUT if two groups have one of that name. */
sl_status sl_collection_path(const char *spec, char path_out[SL_COLLECTION_PATH], bool *found_out);

/** Visits the names of the matrices on this machine. */
void sl_collection_kept(sl_name_visit *visit, void *context);

#endif
