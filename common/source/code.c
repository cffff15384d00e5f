/* code.c: removes comments and literals from a source, and searches in the rest. */
#include "source/code.h"

#include "base/memory.h"
#include "source/tokens.h"

#include <ctype.h>
#include <string.h>

static void blank(char *code, size_t from, size_t to) {
  for (; from < to; from++) {
    bool splice = code[from] == '\\' && code[from + 1 + strspn(code + from + 1, " \t\r")] == '\n';
    if (code[from] && !isspace((unsigned char)code[from]) && !splice) code[from] = ' ';
  }
}

static bool is_literal(const sl_token *token) {
  return token->kind == SL_TOKEN_STRING || token->kind == SL_TOKEN_CHARACTER ||
         (token->kind == SL_TOKEN_HEADER && *token->text == '"');
}

sl_status sl_code_make(const char *text, size_t size, char **out) {
  sl_tokens tokens;
  sl_status status = sl_alloc(size + 1, 1, "the source", out);
  SL_TRY(status);
  memcpy(*out, text, size);
  status = sl_tokens_make(text, size, SL_DIRECTIVES_CUT, &tokens);
  size_t end = 0;
  for (size_t i = 0; status == SL_OK && i < tokens.count; i++) {
    const sl_token *token = &tokens.all[i];
    blank(*out, end, token->from);
    if (is_literal(token)) blank(*out, token->from, token->to);
    end = token->to;
  }
  blank(*out, end, size);
  sl_tokens_free(&tokens);
  if (status != SL_OK) {
    sl_free(*out);
    *out = NULL;
  }
  return status;
}

bool sl_code_in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

size_t sl_code_name_length(const char *text) {
  size_t length = 0;
  while (sl_code_in_name(text[length])) length++;
  return length;
}

const char *sl_code_name_before(const char *code, const char *end) {
  while (end > code && sl_code_in_name(end[-1])) end--;
  return end;
}

const char *sl_code_find(const char *code, const char *from, const char *wanted) {
  size_t length = strlen(wanted);
  for (const char *c = from; length && (c = strstr(c, wanted)); c++) {
    bool goes_on_before = sl_code_in_name(wanted[0]) && c > code && sl_code_in_name(c[-1]);
    bool goes_on_after = sl_code_in_name(wanted[length - 1]) && sl_code_in_name(c[length]);
    if (!goes_on_before && !goes_on_after) return c;
  }
  return NULL;
}

const char *sl_code_after_bracket(const char *open) {
  char closing = *open == '(' ? ')' : *open == '[' ? ']' : '}';
  int depth = 0;
  for (const char *c = open; *c; c++) {
    if (*c == *open) depth++;
    if (*c == closing && --depth == 0) return c + 1;
  }
  return NULL;
}

const char *sl_code_line(const char *code, int line, size_t *length_out) {
  for (; line > 1 && *code; line--) {
    code += strcspn(code, "\n");
    code += *code == '\n';
  }
  if (line < 1 || !*code) return NULL;
  *length_out = strcspn(code, "\n");
  return code;
}
