/** @file macros.h
 *  The program's own macros: `#define` tokens, and the body's tokens behind them.
 */
#ifndef LENS_TRANSLATE_MACROS_H
#define LENS_TRANSLATE_MACROS_H

#include "edits.h"

/** A name as it stands in a text. */
typedef struct lens_word {
  const char *text;
  size_t length;
} lens_word;

bool lens_macro_is_define(const lens_source *source, int token);
/** What the `#define` at `define` defines. */
lens_word lens_macro_name(const lens_source *source, int define);
/** Index behind the last token of its body. */
int lens_macro_end(const lens_source *source, int define);
/** It has parameters. */
bool lens_macro_is_function(const lens_source *source, int define);
/** The `#define` whose body the token is in; −1: none. */
int lens_macro_around(const lens_source *source, int token);

bool lens_macro_same_word(lens_word a, lens_word b);
bool lens_macro_is_word_at(const lens_source *source, int token, lens_word word);
/** The token is a parameter of the macro in whose body it stands: anything may come in its place.
 */
bool lens_macro_is_parameter(const lens_source *source, int token);

/** Writes out macros that stand for CUDA's words, as `#define HD __host__ __device__`, where they
 *  are used: what is done by these words is so done there, too. `text` may become another. */
bool lens_macro_is_written_out(const lens_source *source, int define);
sl_status lens_macros_write_out(const char *path, char **text, size_t *bytes);

#endif
