/** @file macros.h
 *  The program's own macros. The tokens of a macro's body follow the token of its `#define`.
 */
#ifndef LENS_TRANSLATE_MACROS_H
#define LENS_TRANSLATE_MACROS_H

#include "edits.h"

/** A name in a text. */
typedef struct lens_word {
  const char *text;
  size_t length;
} lens_word;

bool lens_macro_is_define(const lens_source *source, int token);
/** The name that the `#define` at `define` defines. */
lens_word lens_macro_name(const lens_source *source, int define);
/** Index after the last token of the body of the `#define`. */
int lens_macro_end(const lens_source *source, int define);
/** Whether the macro has parameters. */
bool lens_macro_is_function(const lens_source *source, int define);
/** The `#define` whose body the token is in; −1: none. */
int lens_macro_around(const lens_source *source, int token);

bool lens_macro_same_word(lens_word a, lens_word b);
bool lens_macro_is_word_at(const lens_source *source, int token, lens_word word);
/** Whether the token is a parameter of the macro whose body contains it, so that anything may
 *  replace it.
 */
bool lens_macro_is_parameter(const lens_source *source, int token);

/** lens_macros_write_out replaces each use of a macro that stands for CUDA's words, such as
 *  `#define HD __host__ __device__`, by these words, so that the passes find them there. It may
 *  replace `*text`. lens_macro_is_written_out says whether the `#define` is such a macro. */
bool lens_macro_is_written_out(const lens_source *source, int define);
sl_status lens_macros_write_out(const char *path, char **text, size_t *bytes);

#endif
