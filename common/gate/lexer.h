/** @file lexer.h
 *  A source as the compiler cuts it into tokens, after lines were joined. Other than the tokens of
 *  common/repair, which are for editing, these must be exact where somebody wants to be
 *  misunderstood: what compilers read in different ways is refused.
 */
#ifndef SL_GATE_LEXER_H
#define SL_GATE_LEXER_H

#include "base/status.h"
#include "gate/refusals.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum sl_lexeme_kind {
  SL_LEX_WORD,
  SL_LEX_NUMBER,
  SL_LEX_STRING,
  SL_LEX_HEADER,
  SL_LEX_MARK
} sl_lexeme_kind;

typedef struct sl_lexeme {
  sl_lexeme_kind kind;
  const char *text; /**< in `sl_lexemes.joined` */
  size_t length;
  int line;
  bool first;   /**< of a line, after lines were joined */
  bool touches; /**< nothing stands between it and the one in front */
} sl_lexeme;

typedef struct sl_lexemes {
  char *joined; /**< the text without what joins lines */
  int *lines;   /**< of each byte of it */
  sl_lexeme *all;
  size_t count;
} sl_lexemes;

/** Cuts a text. Free in any event. What no honest source holds is added to `refusals`: control
 *  bytes, trigraphs, digraphs, literals over several lines. Errors: SL_ERR_MEMORY. */
sl_status sl_lexemes_make(const char *text, size_t size, sl_lexemes *out, sl_refusals *refusals);
void sl_lexemes_free(sl_lexemes *lexemes);

/** Whether lexeme `i` is there and reads `word`. */
bool sl_lexeme_is(const sl_lexemes *lexemes, size_t i, const char *word);

/** The first one behind the logical line that `i` stands on. */
size_t sl_lexeme_line_end(const sl_lexemes *lexemes, size_t i);

#endif
