/** @file architecture.h
 *  What the parts of the pass for __CUDA_ARCH__ share: conditions in functions, those outside, and
 *  macros for both sides.
 */
#ifndef LENS_TRANSLATE_ARCHITECTURE_H
#define LENS_TRANSLATE_ARCHITECTURE_H

#include "edits.h"
#include "macros.h"

/** From an `#if` to its `#endif`. */
typedef struct lens_chain {
  int start, end;
  bool mentions; /**< __CUDA_ARCH__ */
} lens_chain;

/** Whether a function for both sides has, or needs, a body for each side. */
enum lens_doubling { LENS_SINGLE, LENS_TO_BE_DOUBLED, LENS_DOUBLED };

/** `#if` or `#elif`, in any form, that mentions __CUDA_ARCH__. */
bool lens_architecture_is_condition(const lens_source *source, int token);
/** The directive has the word. */
bool lens_architecture_mentions(const lens_source *source, int directive, const char *word,
                                size_t length);

/** Adds the directive as it is in nvcc's pass for the device. */
void lens_architecture_write_condition(const char *text, const char *end, lens_text *out);
void lens_architecture_rewrite_condition(const lens_source *source, int token, lens_edits *edits);
/** Adds a marker line that gives the next line the token's file and line. */
void lens_architecture_add_line_marker(const lens_source *source, int token, lens_text *out);

/** The token is an `#if` or `#elif` of the chain itself that mentions __CUDA_ARCH__. */
bool lens_architecture_is_own_condition(const lens_source *source, const lens_chain *it, int token);
/** The token is the macro's name, or the directive contains it, without defining it. */
bool lens_architecture_uses_macro(const lens_source *source, int token, lens_word name);

/** Rewrites the conditions outside of functions. `doubled` has an entry for each token. */
void lens_architecture_rewrite_file(lens_source *source, unsigned char *doubled, lens_edits *edits);

/** Gives the macros of the chain the device's meaning in functions of the device, and the host's
 *  elsewhere. False, without changes, if that is not possible. */
bool lens_architecture_define_for_both(const lens_source *source, const lens_chain *it,
                                       unsigned char *doubled, lens_edits *edits);

#endif
