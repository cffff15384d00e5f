/** @file tokens.h
 *  CUDA C text as tokens, cut exactly as the compiler cuts it. Each token has its position in the
 *  original text, so that edits can use it.
 *
 *  Line splices (a backslash at the end of a line), comments and blanks are removed. A digraph
 *  becomes the bracket or `#` that it stands for. Literals include their prefix, as in `u8"x"` or
 *  `R"(x)"`. Trigraphs are not replaced.
 */
#ifndef SL_SOURCE_TOKENS_H
#define SL_SOURCE_TOKENS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

#define SL_NO_TOKEN ((size_t)-1)

typedef enum sl_token_kind {
  SL_TOKEN_WORD, /**< a name or a keyword */
  SL_TOKEN_NUMBER,
  SL_TOKEN_STRING,
  SL_TOKEN_CHARACTER,
  SL_TOKEN_HEADER,   /**< after `#include`: a name in quotes or in angle brackets */
  SL_TOKEN_MARK,     /**< an operator, a bracket, or any other character */
  SL_TOKEN_DIRECTIVE /**< a whole line of the preprocessor; see sl_directives */
} sl_token_kind;

typedef struct sl_token {
  sl_token_kind kind;
  const char *text;   /**< its spelling without splices, in `sl_tokens.joined` */
  size_t length;      /**< of the spelling */
  size_t from, to;    /**< its bytes in the original text: [from, to) */
  int line, column;   /**< of its first byte, counted from 1; a column is a byte */
  size_t partner;     /**< of a bracket: the token that closes or opens it; else SL_NO_TOKEN */
  bool first;         /**< on its line, after splices and comments were removed */
  size_t line_before; /**< if first: the byte where the last line with a token ends */
  bool touches;       /**< nothing separates it from the token before it, except splices */
  bool closed;        /**< false: a literal or a header without its end */
} sl_token;

typedef struct sl_tokens {
  const char *text; /**< borrowed */
  sl_token *all;
  size_t count;
  char *joined;        /**< the text without splices, followed by a zero byte */
  size_t last_line;    /**< the byte where the last line with a token ends */
  size_t open_comment; /**< the byte where a comment begins that never ends; else SL_NO_TOKEN */
} sl_tokens;

/** How to treat the preprocessor's lines. */
typedef enum sl_directives {
  SL_DIRECTIVES_WHOLE, /**< each is one token, from its `#` to its last token */
  SL_DIRECTIVES_CUT    /**< they are cut into tokens like other lines */
} sl_directives;

/** Cuts `size` bytes into tokens. All bytes are accepted: what is not C becomes tokens of some
 *  kind. A quote that is not closed ends with its line. Brackets are paired outside of the
 *  preprocessor's lines; those that do not match have no partner. Free in any event. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_tokens_make(const char *text, size_t size, sl_directives directives, sl_tokens *out);

/** Accepts an empty struct. */
void sl_tokens_free(sl_tokens *tokens);

/** The index after the logical line that token `i` is on. */
size_t sl_tokens_line_end(const sl_tokens *tokens, size_t i);

/** Whether tokens `a` and `b` exist and have the same spelling. */
bool sl_tokens_same(const sl_tokens *tokens, size_t a, size_t b);

/** Copies the original text from token `first` to token `last` into `out`, cut to `size` bytes. */
void sl_tokens_copy(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size);

/** Whether token `i` exists and is spelled like `word`. */
bool sl_token_is(const sl_tokens *tokens, size_t i, const char *word);

/** Whether it is one of `words`, which ends with NULL. */
bool sl_token_in(const sl_tokens *tokens, size_t i, const char *const *words);

/** Whether token `i` exists and is of this kind. */
bool sl_token_of(const sl_tokens *tokens, size_t i, sl_token_kind kind);

/** Whether `c` may be part of a word. */
bool sl_token_in_word(char c);

/** Whether a word of this spelling makes a raw string of the quote that follows: R, LR, u8R … */
bool sl_token_is_raw_prefix(const char *word, size_t length);

#endif
