/* unclear.c: refuses text that could be read in different ways. */
#include "gate/unclear.h"

#include <string.h>

/* Whether this is a character that reverses the direction of text. Such a character makes editors
 * show something different from what is compiled. */
static bool turns_text(const char *at, const char *end) {
  if (end - at < 3 || (unsigned char)at[0] != 0xe2) return false;
  unsigned char second = (unsigned char)at[1], third = (unsigned char)at[2];
  return (second == 0x80 && third >= 0xaa && third <= 0xae) ||
         (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

static void check_byte(const char *at, const char *end, int line, sl_refusals *refusals) {
  unsigned char c = (unsigned char)*at;
  bool control = (c < ' ' && !strchr("\t\n\v\f\r", c)) || c == 0 || c == 0x7f;
  bool lone = c == '\r' && (at + 1 == end || at[1] != '\n');
  if (control) {
    sl_refusal_add(refusals, line, "a control byte", 14,
                   "A source must not contain control bytes; remove it.");
  }
  if (lone) {
    sl_refusal_add(refusals, line, "a carriage return inside a line", 34,
                   "Compilers disagree on whether the line ends there; end lines with a newline.");
  }
  if (turns_text(at, end)) {
    sl_refusal_add(refusals, line, "a character that reverses the direction of text", 43,
                   "It makes an editor show different code from what is compiled; remove it.");
  }
  if (end - at >= 3 && at[0] == '?' && at[1] == '?' && at[2] == '/') {
    sl_refusal_add(refusals, line,
                   "?"
                   "?/",
                   3, "It is a trigraph for a backslash; write the characters that you mean.");
  }
}

static void refuse_spelling(const sl_token *token, const char *text, size_t length,
                            sl_refusals *refusals) {
  sl_refusal_add(refusals, token->line, text, length,
                 "It is an old spelling of another character; write that character.");
}

/* Refuses trigraphs, digraphs, and characters that do not occur in code. */
static void check_mark(const sl_tokens *tokens, const sl_token *token, sl_refusals *refusals) {
  const char *text = token->text, *written = tokens->text + token->from;
  if (text[0] == '?' && text[1] == '?' && text[2] && strchr("=/'()!<>-", text[2])) {
    refuse_spelling(token, text, 3, refusals);
  }
  if (*written != *text) refuse_spelling(token, written, 2, refusals);
  if (strchr("\\`@", *text)) {
    sl_refusal_add(refusals, token->line, text, 1,
                   "Code cannot contain this character; remove it.");
  }
}

/* Refuses raw strings over several lines; on one line they are read like ordinary strings. */
static void check_string(const sl_tokens *tokens, const sl_token *token, sl_refusals *refusals) {
  const char *quote = memchr(token->text, '"', token->length);
  if (!quote || !sl_token_is_raw_prefix(token->text, (size_t)(quote - token->text))) return;
  const char *written = tokens->text + token->from;
  if (token->closed && !memchr(written, '\n', token->to - token->from)) return;
  sl_refusal_add(refusals, token->line, "a raw string over several lines", 31,
                 "Its contents could be confused with code; write an ordinary string.");
}

/* Refuses a quote directly after a number, as in 1'x', or after a prefix of raw strings that is a
 * token of its own, as in "x"R"(y)". */
static void check_quote(const sl_tokens *tokens, size_t i, sl_refusals *refusals) {
  const sl_token *token = &tokens->all[i], *before = token - 1;
  if (!token->touches || i == 0) return;
  if (before->kind == SL_TOKEN_NUMBER && *token->text == '\'') {
    sl_refusal_add(refusals, token->line, "a quote after a number", 23,
                   "Compilers disagree on what it begins; put a space before it.");
  }
  if (before->kind == SL_TOKEN_WORD && sl_token_is_raw_prefix(before->text, before->length)) {
    sl_refusal_add(refusals, token->line, before->text, before->length,
                   "Compilers disagree on whether it begins a raw string; put a space before it.");
  }
}

void sl_unclear_refuse(const sl_tokens *tokens, size_t size, sl_refusals *refusals) {
  int line = 1;
  for (const char *at = tokens->text, *end = at + size; at < end; at++) {
    check_byte(at, end, line, refusals);
    line += *at == '\n';
  }
  for (size_t i = 0; i < tokens->count; i++) {
    const sl_token *token = &tokens->all[i];
    if (token->kind == SL_TOKEN_MARK) check_mark(tokens, token, refusals);
    if (token->kind == SL_TOKEN_STRING) check_string(tokens, token, refusals);
    if (token->kind == SL_TOKEN_STRING || token->kind == SL_TOKEN_CHARACTER) {
      check_quote(tokens, i, refusals);
    }
  }
}
