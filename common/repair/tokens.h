/** @file tokens.h
 *  A C or CUDA source as tokens that know their place: enough to find functions and to edit them.
 */
#ifndef SL_REPAIR_TOKENS_H
#define SL_REPAIR_TOKENS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

#define SL_NO_TOKEN ((size_t)-1)

typedef enum sl_token_kind {
  SL_WORD, /**< a name or a keyword */
  SL_NUMBER,
  SL_QUOTED,   /**< a string or a character */
  SL_MARK,     /**< an operator or a bracket */
  SL_DIRECTIVE /**< a line of the preprocessor, with those that continue it */
} sl_token_kind;

typedef struct sl_token {
  sl_token_kind kind;
  size_t from, to; /**< its bytes in the text: [from, to) */
  int line;        /**< counted from 1 */
  size_t partner;  /**< of a bracket: the one that closes or opens it; else SL_NO_TOKEN */
} sl_token;

typedef struct sl_tokens {
  const char *text; /**< borrowed */
  sl_token *all;
  size_t count;
} sl_tokens;

/** Cuts a text into tokens; comments are left out. Any bytes will do: what is no C becomes tokens
 *  of some kind. Free in any event. Errors: SL_ERR_MEMORY. */
sl_status sl_tokens_make(const char *text, sl_tokens *out);
void sl_tokens_free(sl_tokens *tokens);

/** Whether token `i` is there and reads `word`. */
bool sl_token_is(const sl_tokens *tokens, size_t i, const char *word);

/** Whether it reads one of `words`, which ends with NULL. */
bool sl_token_in(const sl_tokens *tokens, size_t i, const char *const *words);

/** Whether tokens `a` and `b` read the same. */
bool sl_tokens_same(const sl_tokens *tokens, size_t a, size_t b);

/** Whether token `i` is there and of this kind. */
bool sl_token_of(const sl_tokens *tokens, size_t i, sl_token_kind kind);

/** Copies the text from token `first` to token `last` into `out`, cut to `size` bytes. */
void sl_tokens_copy(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size);

#endif
