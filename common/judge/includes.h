/** @file includes.h
 *  Which files a source includes, without asking a compiler: to decide when to rebuild.
 */
#ifndef SL_JUDGE_INCLUDES_H
#define SL_JUDGE_INCLUDES_H

#include <stddef.h>

enum { SL_MAX_INCLUDES = 128, SL_INCLUDE_PATH = 512 };

/** Absolute paths of the files found. */
typedef struct sl_includes {
  char files[SL_MAX_INCLUDES][SL_INCLUDE_PATH];
  size_t count;
  char irregular[SL_INCLUDE_PATH]; /**< the first that is a pipe, a socket or a device; "": none */
  const char *kind;                /**< the kind of that file */
} sl_includes;

/** Finds the files that `source` includes, directly or indirectly, beside the including file or in
 *  the folders, as a compiler would. Includes under a false condition are found too; those whose
 *  name is a macro are not. Files elsewhere belong to the system and are left out. */
void sl_includes_find(const char *source, const char *const *folders, size_t num_folders,
                      sl_includes *out);

#endif
