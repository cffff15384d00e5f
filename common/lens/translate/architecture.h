/** @file architecture.h
 *  What the parts of the pass for __CUDA_ARCH__ share. The parts handle conditions in functions,
 *  conditions outside of functions, and macros for both sides.
 */
#ifndef LENS_TRANSLATE_ARCHITECTURE_H
#define LENS_TRANSLATE_ARCHITECTURE_H

#include "edits.h"
#include "macros.h"

/** From an `#if` to its `#endif`. */
typedef struct lens_chain {
  int start, end;
  bool mentions; /**< a condition of the chain mentions __CUDA_ARCH__ */
} lens_chain;

/** Whether a function for both sides has, or needs, a body for each side. */
enum lens_doubling { LENS_SINGLE, LENS_TO_BE_DOUBLED, LENS_DOUBLED };

/** Whether the token is an `#if` or `#elif`, in any form, that mentions __CUDA_ARCH__. */
bool lens_architecture_is_condition(const lens_source *source, int token);
/** Whether the directive contains the word. */
bool lens_architecture_mentions(const lens_source *source, int directive, const char *word,
                                size_t length);

/** Adds to `out` the condition as nvcc's pass for the device sees it: with a number for
 *  __CUDA_ARCH__. */
void lens_architecture_write_condition(const char *text, const char *end, lens_text *out);
void lens_architecture_rewrite_condition(const lens_source *source, int token, lens_edits *edits);
/** Adds a marker line that gives the next line the token's file and line. */
void lens_architecture_add_line_marker(const lens_source *source, int token, lens_text *out);

/** Whether the token is an `#if` or `#elif` of the chain itself, not of a nested one, that mentions
 *  __CUDA_ARCH__. */
bool lens_architecture_is_own_condition(const lens_source *source, const lens_chain *it, int token);
/** Whether the token is the macro's name, or a directive that contains the name and does not define
 *  it. */
bool lens_architecture_uses_macro(const lens_source *source, int token, lens_word name);

/** Rewrites the conditions outside of functions. `doubled` has a lens_doubling for each token. */
void lens_architecture_rewrite_file(lens_source *source, unsigned char *doubled, lens_edits *edits);

/** Gives the macros of the chain the device's meaning in functions of the device, and the host's
 *  elsewhere. False, without changes, if that is not possible. */
bool lens_architecture_define_for_both(const lens_source *source, const lens_chain *it,
                                       unsigned char *doubled, lens_edits *edits);

#endif
