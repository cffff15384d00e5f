/** @file header_cache.h
 *  The headers with which every .cu begins. If the compiler uses a precompiled form, the
 *  preprocessed text names that file instead. The translator needs only the names of functions in
 *  these headers, which are stored beside it: FILE.gch, FILE.names.
 */
#ifndef LENS_TRANSLATE_HEADER_CACHE_H
#define LENS_TRANSLATE_HEADER_CACHE_H

#include "expand.h"

/** Adds to `out` the names in `text`, which is preprocessed headers, as a text that replaces them
 *  for looking up names (names.h). */
sl_status lens_header_cache_list(const char *text, size_t bytes, lens_text *out);

/** Inserts the names instead of the precompiled headers, if `*text`, which is allocated, refers to
 *  them. */
sl_status lens_header_cache_restore(lens_read_file *read, char **text, size_t *bytes);

#endif
