/* tokens.c: cuts a source into tokens, and pairs its brackets. */
#include "repair/tokens.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Longer ones first. */
static const char *const marks[] = {"<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++",
                                    "--",  "<<",  ">>",  "<=",  ">=",  "==",  "!=", "&&", "||",
                                    "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^="};
enum { NUM_MARKS = sizeof marks / sizeof *marks, FIRST_ROOM = 256 };

typedef struct reader {
  const char *text, *at;
  int line;
  bool line_begins; /* nothing but blanks stands before `at` on its line */
} reader;

static bool begins_word(char c) {
  return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool in_word(char c) {
  return begins_word(c) || isdigit((unsigned char)c);
}

/* A backslash that joins this line with the next. */
static size_t length_of_splice(const char *at) {
  if (at[0] != '\\') return 0;
  return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

static const char *behind_line(const char *at) {
  while (*at && *at != '\n') {
    size_t splice = length_of_splice(at);
    at += splice ? splice : 1;
  }
  return at;
}

static const char *behind_comment(const char *at) {
  const char *end = strstr(at + 2, "*/");
  return end ? end + 2 : at + strlen(at);
}

/* A quote that is not closed ends with its line. */
static const char *behind_quoted(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') {
    if (*at == '\\' && at[1]) at++;
    at++;
  }
  return *at == quote ? at + 1 : at;
}

static const char *behind_number(const char *at) {
  while (in_word(*at) || *at == '.' || (*at == '\'' && isxdigit((unsigned char)at[1])) ||
         ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]))) {
    bool exponent = *at == '+' || *at == '-';
    if (exponent && !isdigit((unsigned char)at[1])) break;
    at++;
  }
  return at;
}

/* 0x1e+2 is a sum: its e is a digit. */
static const char *behind_hexadecimal(const char *at) {
  for (at += 2; in_word(*at) || (*at == '\'' && isxdigit((unsigned char)at[1])); at++) {
  }
  return at;
}

static const char *behind_mark(const char *at) {
  for (int i = 0; i < NUM_MARKS; i++) {
    size_t length = strlen(marks[i]);
    if (strncmp(at, marks[i], length) == 0) return at + length;
  }
  return at + 1;
}

/* The comment inside of a directive's line may go on behind it. */
static const char *behind_directive(const char *at) {
  while (*at && *at != '\n') {
    size_t splice = length_of_splice(at);
    if (at[0] == '/' && at[1] == '/') return behind_line(at);
    at = at[0] == '/' && at[1] == '*' ? behind_comment(at) : at + (splice ? splice : 1);
  }
  return at;
}

static void skip_to(reader *r, const char *end) {
  for (; r->at < end; r->at++) {
    if (*r->at == '\n') r->line++;
    r->line_begins = *r->at == '\n' || (r->line_begins && isspace((unsigned char)*r->at));
  }
}

/* Blanks and comments. */
static void skip_space(reader *r) {
  for (;;) {
    const char *at = r->at;
    size_t splice = length_of_splice(at);
    if (splice) {
      skip_to(r, at + splice);
    } else if (*at && isspace((unsigned char)*at)) {
      skip_to(r, at + 1);
    } else if (at[0] == '/' && at[1] == '/') {
      skip_to(r, behind_line(at));
    } else if (at[0] == '/' && at[1] == '*') {
      skip_to(r, behind_comment(at));
    } else {
      return;
    }
  }
}

static bool begins_number(const char *at) {
  return isdigit((unsigned char)at[0]) || (at[0] == '.' && isdigit((unsigned char)at[1]));
}

static sl_token next(reader *r) {
  sl_token token = {.from = (size_t)(r->at - r->text), .line = r->line, .partner = SL_NO_TOKEN};
  const char *at = r->at, *end;
  if (*at == '#' && r->line_begins) {
    token.kind = SL_DIRECTIVE;
    end = behind_directive(at);
  } else if (begins_word(*at)) {
    token.kind = SL_WORD;
    for (end = at; in_word(*end); end++) {
    }
  } else if (begins_number(at)) {
    token.kind = SL_NUMBER;
    bool hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    end = hexadecimal ? behind_hexadecimal(at) : behind_number(at);
  } else if (*at == '"' || *at == '\'') {
    token.kind = SL_QUOTED;
    end = behind_quoted(at);
  } else {
    token.kind = SL_MARK;
    end = behind_mark(at);
  }
  skip_to(r, end);
  token.to = (size_t)(end - r->text);
  return token;
}

static bool opens(char c) {
  return c == '(' || c == '[' || c == '{';
}

static char closing_of(char c) {
  return c == '(' ? ')' : c == '[' ? ']' : '}';
}

/* Brackets that do not fit stay alone. `open` has room for all tokens. */
static void pair_brackets(sl_tokens *tokens, size_t *open) {
  size_t depth = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    sl_token *token = &tokens->all[i];
    char c = token->kind == SL_MARK ? tokens->text[token->from] : '\0';
    if (opens(c)) {
      open[depth++] = i;
    } else if (depth > 0 && c && strchr(")]}", c)) {
      size_t last = open[depth - 1];
      if (closing_of(tokens->text[tokens->all[last].from]) != c) continue;
      token->partner = last;
      tokens->all[last].partner = i;
      depth--;
    }
  }
}

sl_status sl_tokens_make(const char *text, sl_tokens *out) {
  memset(out, 0, sizeof *out);
  out->text = text;
  reader r = {.text = text, .at = text, .line = 1, .line_begins = true};
  size_t room = 0, *open;
  for (skip_space(&r); *r.at; skip_space(&r)) {
    if (out->count == room) {
      room = room ? 2 * room : FIRST_ROOM;
      SL_TRY(sl_resize(room, sizeof *out->all, "tokens", &out->all));
    }
    out->all[out->count++] = next(&r);
  }
  SL_TRY(sl_alloc(out->count, sizeof *open, "brackets", &open));
  pair_brackets(out, open);
  sl_free(open);
  return SL_OK;
}

void sl_tokens_free(sl_tokens *tokens) {
  sl_free(tokens->all);
  memset(tokens, 0, sizeof *tokens);
}

bool sl_token_is(const sl_tokens *tokens, size_t i, const char *word) {
  if (i >= tokens->count) return false;
  const sl_token *token = &tokens->all[i];
  size_t length = token->to - token->from;
  return strlen(word) == length && memcmp(tokens->text + token->from, word, length) == 0;
}

bool sl_token_in(const sl_tokens *tokens, size_t i, const char *const *words) {
  for (; *words; words++) {
    if (sl_token_is(tokens, i, *words)) return true;
  }
  return false;
}

bool sl_tokens_same(const sl_tokens *tokens, size_t a, size_t b) {
  if (a >= tokens->count || b >= tokens->count) return false;
  const sl_token *x = &tokens->all[a], *y = &tokens->all[b];
  size_t length = x->to - x->from;
  return length == y->to - y->from &&
         memcmp(tokens->text + x->from, tokens->text + y->from, length) == 0;
}

bool sl_token_of(const sl_tokens *tokens, size_t i, sl_token_kind kind) {
  return i < tokens->count && tokens->all[i].kind == kind;
}

void sl_tokens_copy(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size) {
  out[0] = '\0';
  if (last >= tokens->count || first > last) return;
  size_t from = tokens->all[first].from;
  (void)snprintf(out, size, "%.*s", (int)(tokens->all[last].to - from), tokens->text + from);
}
