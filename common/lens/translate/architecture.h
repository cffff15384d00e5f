/** @file architecture.h
 *  What the two halves of the pass for __CUDA_ARCH__ share: conditions in functions, and outside.
 */
#ifndef LENS_TRANSLATE_ARCHITECTURE_H
#define LENS_TRANSLATE_ARCHITECTURE_H

#include "edits.h"

/** `#if` or `#elif`, in any form, that mentions __CUDA_ARCH__. */
bool lens_is_device_condition(const lens_source *source, int token);
bool lens_directive_is(const lens_source *source, int token, const char *name);
/** The directive has the word. */
bool lens_mentions(const lens_source *source, int directive, const char *word, size_t length);

/** Adds the directive as it is in nvcc's pass for the device. */
void lens_write_device_condition(const char *text, const char *end, lens_text *out);
void lens_rewrite_device_condition(const lens_source *source, int token, lens_edits *edits);
/** Adds a line of its own that gives the next one the token's file and line. */
void lens_add_line_marker(const lens_source *source, int token, lens_text *out);

/** Those that stand outside of functions. */
void lens_rewrite_file_conditions(lens_source *source, lens_edits *edits);

#endif
