/** @file tokens.h
 *  Splits CUDA C text into tokens, exactly like the compiler. Each token has its position in the
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
  SL_TOKEN_HEADER,   /**< the name in quotes or angle brackets after `#include` */
  SL_TOKEN_MARK,     /**< an operator, a bracket, or any other character */
  SL_TOKEN_DIRECTIVE /**< a whole preprocessor line; see sl_directives */
} sl_token_kind;

typedef struct sl_token {
  sl_token_kind kind;
  const char *text;   /**< spelling without line splices, in `sl_tokens.joined` */
  size_t length;      /**< length of the spelling */
  size_t from, to;    /**< its bytes in the original text are [from, to) */
  int line, column;   /**< position of its first byte, counted from 1; a column is a byte */
  size_t partner;     /**< for a bracket: the token of the matching bracket; otherwise
                       *  SL_NO_TOKEN */
  bool first;         /**< whether it is the first on its line, without splices and comments */
  size_t line_before; /**< if `first`: offset of the end of the last line with a token */
  bool touches;       /**< whether at most line splices separate it from the token before it */
  bool closed;        /**< false: a literal or a header whose end is missing */
} sl_token;

typedef struct sl_tokens {
  const char *text; /**< the original text; belongs to the caller */
  sl_token *all;
  size_t count;
  char *joined;        /**< the text without line splices, followed by a zero byte */
  size_t last_line;    /**< offset of the end of the last line with a token */
  size_t open_comment; /**< offset of a comment that never ends; SL_NO_TOKEN if there is none */
} sl_tokens;

/** How to treat preprocessor lines. */
typedef enum sl_directives {
  SL_DIRECTIVES_WHOLE, /**< each line is one token, from its `#` to its last token */
  SL_DIRECTIVES_CUT    /**< they are split into tokens like other lines */
} sl_directives;

/** Splits `size` bytes into tokens. All bytes are accepted: text that is not C also becomes tokens.
 *  A literal without a closing quote ends with its line. Brackets are paired outside of
 *  preprocessor lines; a bracket without a matching one has no partner. The caller must free
 *  `*out`, even after a failure. Errors: SL_ERR_MEMORY. */
sl_status sl_tokens_make(const char *text, size_t size, sl_directives directives, sl_tokens *out);

/** Frees the tokens. `tokens` may be empty. */
void sl_tokens_free(sl_tokens *tokens);

/** Returns the first token after the logical line that contains token `i`. */
size_t sl_tokens_line_end(const sl_tokens *tokens, size_t i);

/** Whether tokens `a` and `b` exist and have the same spelling. */
bool sl_tokens_same(const sl_tokens *tokens, size_t a, size_t b);

/** Copies the original text from token `first` to token `last` into `out`, truncated to `size`
 *  bytes. */
void sl_tokens_copy(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size);

/** Whether token `i` exists and its spelling is `word`. */
bool sl_token_is(const sl_tokens *tokens, size_t i, const char *word);

/** Whether token `i` exists and its spelling is one of `words`, a list that ends with NULL. */
bool sl_token_in(const sl_tokens *tokens, size_t i, const char *const *words);

/** Whether token `i` exists and is of kind `kind`. */
bool sl_token_of(const sl_tokens *tokens, size_t i, sl_token_kind kind);

/** Whether a word may contain `c`. */
bool sl_token_in_word(char c);

/** Whether a quote after this word begins a raw string: R, LR, u8R and so on. */
bool sl_token_is_raw_prefix(const char *word, size_t length);

#endif
