/* check_tokens.h: checks properties that the tokens of any text must have, for the test and the
 * fuzzer. */
#ifndef SL_SOURCE_CHECK_TOKENS_H
#define SL_SOURCE_CHECK_TOKENS_H

#include "source/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Strings that have a meaning in sources. */
static const char *const likely_words[] = {
    "\\\n", "\\ \r\n", "R\"x(", ")x\"", "u8R\"(", ")\"", "/*",        "*/",   "//",
    "\"",   "'",       "\n#",   "<:",   "%:%:",   "<::", "#include ", "1'0",  "0x1e+2",
    "\r\n", "<<<",     "(",     ")",    "{",      "}",   "a",         "\n",   "\xef\xbb\xbf",
    " ",    "#define", "\\",    "?\?/", "->*",    ".5",  "\xc3\xa4",  "L'x'", "\"x\"R\"("};
enum { NUM_LIKELY_WORDS = sizeof likely_words / sizeof *likely_words };

/* Returns why token `i` is wrong, or NULL. `line` and `column` are the correct position of the
 * token. */
static inline const char *check_token(const sl_tokens *tokens, size_t i, size_t size, int line,
                                      int column) {
  const sl_token *token = &tokens->all[i];
  size_t end = i ? tokens->all[i - 1].to : 0;
  if (token->from < end || token->to <= token->from || token->to > size) return "a wrong place";
  if (token->line != line || token->column != column) return "a wrong line or column";
  if (token->length == 0 || isspace((unsigned char)*token->text)) return "a blank token";
  if (token->length > token->to - token->from) return "a spelling longer than the text";
  if (i == 0 && (!token->first || token->touches)) return "a wrong first token";
  if (token->partner == SL_NO_TOKEN) return NULL;
  if (token->partner >= tokens->count || tokens->all[token->partner].partner != i) {
    return "a wrong partner";
  }
  return NULL;
}

static inline const char *check_all(const sl_tokens *tokens, const char *text, size_t size) {
  int line = 1, column = 1;
  size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (size_t i = 0; i < tokens->count; i++) {
    for (; at < tokens->all[i].from; at++, column++) {
      if (text[at] == '\n') {
        line++;
        column = 0;
      }
    }
    const char *wrong = check_token(tokens, i, size, line, column);
    if (wrong) return wrong;
  }
  return NULL;
}

/* Returns why the tokens of a text are wrong, or NULL. The copy of the text has exactly its size,
 * so that AddressSanitizer detects a read beyond its end. */
static inline const char *check_tokens(const char *text, size_t size) {
  char *copy = malloc(size + !size);
  if (!copy) return "no memory";
  memcpy(copy, text, size);
  const char *wrong = NULL;
  for (int way = 0; way < 2 && !wrong; way++) {
    sl_tokens tokens;
    bool made =
        sl_tokens_make(copy, size, way ? SL_DIRECTIVES_CUT : SL_DIRECTIVES_WHOLE, &tokens) == SL_OK;
    wrong = made ? check_all(&tokens, copy, size) : "no tokens";
    sl_tokens_free(&tokens);
  }
  free(copy);
  return wrong;
}

#endif
