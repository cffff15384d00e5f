/** @file check.h
 *  Finds what nvcc refuses and C++ allows. It reads preprocessed text, in which macros are expanded
 *  and only the active branches of each `#if` are left.
 */
#ifndef LENS_TRANSLATE_CHECK_H
#define LENS_TRANSLATE_CHECK_H

#include "source.h"

/** Finds the tokens and brackets of a preprocessed text, without its line markers. */
sl_status lens_check_read(lens_source *text);

/** Checks the `bytes` of `preprocessed`, and records errors in `source`, the same program with its
 *  own headers, after lens_lex. A missing brace is reported alone, because its consequences would
 *  mislead. Errors: SL_ERR_MEMORY, SL_ERR_SIZE. */
sl_status lens_check(lens_source *source, const char *preprocessed, size_t bytes);

#endif
