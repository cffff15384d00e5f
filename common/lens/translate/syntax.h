/** @file syntax.h
 *  Recognises enough C++ to rewrite it: where a declaration starts, what a brace encloses, which
 *  token is the declared name. Token positions are indices; −1 means there is none.
 */
#ifndef LENS_TRANSLATE_SYNTAX_H
#define LENS_TRANSLATE_SYNTAX_H

#include "source.h"

typedef enum lens_space_of_code {
  LENS_CODE_HOST,
  LENS_CODE_DEVICE,
  LENS_CODE_BOTH
} lens_space_of_code;

typedef enum lens_brace_kind {
  LENS_BRACE_NAMESPACE, /**< also `extern "C"` */
  LENS_BRACE_CLASS,
  LENS_BRACE_FUNCTION /**< the body of a function, or a block in one */
} lens_brace_kind;

/** `d`, `h` or `g` if the token is `__device__`, `__host__` or `__global__`; otherwise 0. In the
 *  attributes that CUDA's own headers define for these words, the token must be the inner word. */
char lens_syntax_space_word(const lens_source *source, int token);

/** What a `{` belongs to, and which of `__device__`, `__global__` and `__host__` are before it. */
typedef struct lens_brace {
  lens_brace_kind kind;
  bool device, host;
} lens_brace;

lens_brace lens_syntax_read_brace(const lens_source *source, int token);
/** The brace of the innermost function, or lambda with its own specifier, around `token`; −1: none.
 */
int lens_syntax_function_brace(const lens_source *source, int token);
/** First token after the last `;`, `{` or `}` before the brace at `brace`. */
int lens_syntax_header_start(const lens_source *source, int brace);

/** First token of the declaration or statement that `token` is in. */
int lens_syntax_declaration_start(const lens_source *source, int token);

/** Whether all brackets around `token`, if any, belong to `namespace` or `extern "C"`. */
bool lens_syntax_at_namespace_scope(const lens_source *source, int token);
/** Whether `token` is in the body of a function. */
bool lens_syntax_in_function(const lens_source *source, int token);
/** Where the function around `token` runs, by its `__global__`, `__device__` and `__host__`. */
lens_space_of_code lens_syntax_space_of(const lens_source *source, int token);

/** Index after the `>` that closes the `<` at `token`, or −1. */
int lens_syntax_skip_angles(const lens_source *source, int token);
/** Index of the `<` that the `>` at `token` closes, or −1. */
int lens_syntax_open_angle(const lens_source *source, int token);

/** If `alignas(…)`, `__attribute__((…))`, `__launch_bounds__(…)` or similar starts at `token`, the
 *  index after it; otherwise `token`. */
int lens_syntax_skip_attribute(const lens_source *source, int token);
/** The same, but only for `alignas(…)` and other attributes that can set an alignment. */
int lens_syntax_skip_alignment(const lens_source *source, int token);

/** Whether the token is a word for types and specifiers, which is never a declared name. */
bool lens_syntax_is_type_word(const lens_source *source, int token);

/** Whether the token may end a type, judged by its form: `int`, `vector<int>`, `T *`, `T &`. */
bool lens_syntax_ends_type(const lens_source *source, int token);

/** Whether the token is the second or a later name in a declaration, such as b in `int a, *b;`. */
bool lens_syntax_is_later_declarator(const lens_source *source, int token);

/** One name in `T a[3], *b = 0;`. */
typedef struct lens_declarator {
  int name;        /**< token, or −1 if none was found */
  int initialiser; /**< the `=` or `{`, or −1 */
  int end;         /**< the `,` or `;` after it, or −1 if that is missing */
} lens_declarator;

/** Reads the declarator that starts at `token`; for the first of a declaration, the specifiers are
 *  before it. */
lens_declarator lens_syntax_read_declarator(const lens_source *source, int token);

/** Adds the tokens [begin, end) to `text`, with a blank if two words would touch. */
void lens_syntax_join_tokens(const lens_source *source, int begin, int end, lens_text *text);

#endif
