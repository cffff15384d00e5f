/** @file expand.h
 *  Puts the program's own headers in place of their #include, so that they are translated too.
 *
 *  The headers' text is taken from the files as they are: macros and conditions stay, and so do
 *  lines and columns. What the system's headers and CUDA's stand-ins are included by is left alone.
 */
#ifndef LENS_TRANSLATE_EXPAND_H
#define LENS_TRANSLATE_EXPAND_H

#include "text.h"
#include "translate.h"

/** Gives a whole file, in memory that sl_free frees. */
typedef sl_status lens_read_file(const char *path, char **text, size_t *bytes);

/** Adds the file `path` with its own headers to `out`. `preprocessed` is what `cc -E` makes of it.
 *  Line markers tell where each piece came from, so that lens_translate and the compiler name the
 *  header's own lines. Errors: SL_ERR_MEMORY, SL_ERR_SIZE, those of `read`. */
sl_status lens_expand(const char *path, const char *preprocessed, size_t bytes,
                      lens_read_file *read, lens_text *out);

/** For a file that the preprocessor stumbled over, perhaps because a library's header is missing:
 *  refuses libraries by name, in the file and in those of its own headers that were reached.
 *  Errors: as lens_translate, and those of `read`. `out->code` is always NULL. */
sl_status lens_expand_refuse_included(const char *path, const char *preprocessed, size_t bytes,
                                      lens_read_file *read, lens_translation *out);

#endif
