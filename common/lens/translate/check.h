/** @file check.h
 *  What nvcc refuses and C++ does not: read from the text as the compiler's preprocessor leaves it,
 *  where macros are written out and only those branches of an `#if` are left that count.
 */
#ifndef LENS_TRANSLATE_CHECK_H
#define LENS_TRANSLATE_CHECK_H

#include "source.h"

/** Finds the tokens and brackets of a preprocessed text, without its line markers. */
sl_status lens_check_read(lens_source *text);

/** Looks at the `bytes` of `preprocessed`, and notes errors in `source`, the same program with its
 *  own headers, after lens_lex. A missing brace is the only error told, as what follows from it
 *  would mislead. Errors: SL_ERR_MEMORY, SL_ERR_SIZE. */
sl_status lens_check(lens_source *source, const char *preprocessed, size_t bytes);

#endif
