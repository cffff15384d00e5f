/** @file expand.h
 *  Replaces each #include of the program's own headers by the header's text, so that headers are
 *  also translated.
 *
 *  The headers' text is taken from the files as they are: macros, conditions, lines and columns are
 *  kept. Includes of system headers and of CUDA's stand-ins are not changed.
 */
#ifndef LENS_TRANSLATE_EXPAND_H
#define LENS_TRANSLATE_EXPAND_H

#include "text.h"
#include "translate.h"

/** Reads a whole file into memory that sl_free frees. */
typedef sl_status lens_read_file(const char *path, char **text, size_t *bytes);

/** Adds the file `path` with its own headers to `out`. `preprocessed` is the output of `cc -E` for
 *  the file. Line markers say where each piece came from, so that lens_translate and the compiler
 *  name the header's own lines. Errors: SL_ERR_MEMORY, SL_ERR_SIZE, and the errors of `read`. */
sl_status lens_expand(const char *path, const char *preprocessed, size_t bytes,
                      lens_read_file *read, lens_text *out);

/** Called for a file on which the preprocessor failed, perhaps because a library's header is
 *  missing. Refuses libraries by name, in the file and in those of its own headers that the
 *  preprocessor reached. Errors: those of lens_translate and of `read`. `out->code` is always
 *  NULL. */
sl_status lens_expand_refuse_included(const char *path, const char *preprocessed, size_t bytes,
                                      lens_read_file *read, lens_translation *out);

#endif
