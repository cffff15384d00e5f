/** @file header_cache.h
 *  The headers that every .cu begins with. Where the compiler has kept what it made of them, the
 *  preprocessed text names that file in their place. What the translator wants of them are the
 *  names of functions, and these lie beside it: FILE.gch, FILE.names.
 */
#ifndef LENS_TRANSLATE_HEADER_CACHE_H
#define LENS_TRANSLATE_HEADER_CACHE_H

#include "expand.h"

/** Adds to `out` the names of `text`, preprocessed headers, as a text that stands for them where
 *  names are looked for (names.h). */
sl_status lens_header_cache_list(const char *text, size_t bytes, lens_text *out);

/** Puts the names in the place of the headers that were kept, if `*text`, allocated, says so. */
sl_status lens_header_cache_restore(lens_read_file *read, char **text, size_t *bytes);

#endif
