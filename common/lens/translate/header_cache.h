/** @file header_cache.h
 *  The headers with which every .cu file begins. If the compiler uses a precompiled form of these
 *  headers, FILE.gch, the preprocessed text names that file instead. The translator needs only the
 *  names of functions in these headers, which are stored beside FILE.gch in FILE.names.
 */
#ifndef LENS_TRANSLATE_HEADER_CACHE_H
#define LENS_TRANSLATE_HEADER_CACHE_H

#include "expand.h"

/** Adds to `out` the names in `text`, the preprocessed headers, in a form that replaces `text` when
 *  names are looked up (names.h). */
sl_status lens_header_cache_list(const char *text, size_t bytes, lens_text *out);

/** If the allocated `*text` refers to precompiled headers, replaces it by a text with their
 *  names. */
sl_status lens_header_cache_restore(lens_read_file *read, char **text, size_t *bytes);

#endif
