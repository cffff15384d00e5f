/* tokens.c: removes line splices, splits a text into tokens, and pairs its brackets. */
#define _GNU_SOURCE
#include "source/tokens.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Longer operators come first, so that they match first. */
static const char *const marks[] = {"<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "##",
                                    "++",  "--",  "<<",  ">>",  "<=",  ">=",  "==", "!=", "&&",
                                    "||",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^="};
static const char *const raw_prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
static const char *const prefixes[] = {"L", "u", "U", "u8"};
static const struct {
  const char *digraph, *mark;
} digraphs[] = {{"%:%:", "##"}, {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}, {"%:", "#"}};

#define COUNT(table) (sizeof(table) / sizeof *(table))
enum { FIRST_ROOM = 256, LONGEST_DELIMITER = 16 };

/* A position in the text without splices, and how many bytes of the original were removed before
 * it. */
typedef struct splice {
  size_t at, removed;
} splice;

typedef struct cutter {
  sl_tokens *made;
  size_t size;
  splice *splices;
  size_t num_splices, splice_room;
  const char *at, *end; /* in the text without splices; *end is 0 */
  size_t next_splice;   /* the first splice after the last requested place */
  /* Offsets in the original: the place up to which lines are counted, and the start of its line. */
  size_t counted, line_start;
  int line;
  bool first;
  size_t line_end;      /* offset of the end of the last line with a token */
  const char *last_end; /* end of the previous token */
} cutter;

static bool begins_word(char c) {
  return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

bool sl_token_in_word(char c) {
  return begins_word(c) || isdigit((unsigned char)c);
}

static bool is_among(const char *const *table, size_t count, const char *word, size_t length) {
  for (size_t i = 0; i < count; i++) {
    if (strlen(table[i]) == length && memcmp(table[i], word, length) == 0) return true;
  }
  return false;
}

bool sl_token_is_raw_prefix(const char *word, size_t length) {
  return is_among(raw_prefixes, COUNT(raw_prefixes), word, length);
}

/* ---- splices --------------------------------------------------------------------------------- */

/* Returns the length of the line splice at `at`, or 0 if there is none. Like compilers, accepts
 * blanks between the backslash and the newline. */
static size_t length_of_splice(const char *at, const char *end) {
  const char *c = at + 1;
  if (*at != '\\') return 0;
  while (c < end && (*c == ' ' || *c == '\t' || *c == '\v' || *c == '\f')) c++;
  if (c + 1 < end && c[0] == '\r' && c[1] == '\n') return (size_t)(c + 2 - at);
  return c < end && *c == '\n' ? (size_t)(c + 1 - at) : 0;
}

static sl_status note_splice(cutter *r, size_t at, size_t removed) {
  if (r->num_splices == r->splice_room) {
    r->splice_room = 2 * r->splice_room + FIRST_ROOM;
    SL_TRY(sl_resize(r->splice_room, sizeof *r->splices, "joined lines", &r->splices));
  }
  r->splices[r->num_splices++] = (splice){at, removed};
  return SL_OK;
}

/* Makes the text without splices and without a byte order mark. A zero byte becomes a blank. */
static sl_status join(cutter *r, const char *text, size_t size) {
  const char *at = text, *end = text + size;
  char *joined = r->made->joined;
  size_t used = 0;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    r->counted = r->line_start = 3;
    at += 3;
    SL_TRY(note_splice(r, 0, 3));
  }
  while (at < end) {
    size_t removed = length_of_splice(at, end);
    if (removed) {
      at += removed;
      SL_TRY(note_splice(r, used, (size_t)(at - text) - used));
    } else {
      joined[used++] = *at ? *at : ' ';
      at++;
    }
  }
  r->at = joined;
  r->end = joined + used;
  return SL_OK;
}

/* Returns the offset in the original of a byte of the text without splices. Places must be
 * requested in ascending order. */
static size_t place_of(cutter *r, const char *at) {
  size_t offset = (size_t)(at - r->made->joined);
  while (r->next_splice < r->num_splices && r->splices[r->next_splice].at <= offset) {
    r->next_splice++;
  }
  return offset + (r->next_splice ? r->splices[r->next_splice - 1].removed : 0);
}

static void count_lines(cutter *r, size_t until) {
  for (; r->counted < until; r->counted++) {
    if (r->made->text[r->counted] != '\n') continue;
    r->line++;
    r->line_start = r->counted + 1;
  }
}

/* ---- the end of each kind of token ----------------------------------------------------------- */

static const char *end_of_line(const char *at) {
  return at + strcspn(at, "\n");
}

static const char *end_of_quoted(const char *at, bool *closed_out) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') {
    if (*at == '\\' && at[1] && at[1] != '\n') at++;
    at++;
  }
  *closed_out = *at == quote;
  return *closed_out ? at + 1 : at;
}

/* Returns the end of the raw string R"x( … )x" at `at`. Line splices belong to a raw string, so its
 * end is searched for in the original. */
static const char *end_of_raw(cutter *r, const char *at, sl_token *token) {
  const char *text = r->made->text, *end = text + r->size;
  const char *delimiter = text + place_of(r, at) + 1, *open = delimiter;
  while (open < end && *open && !strchr("(\\)\" \t\v\f\r\n", *open)) open++;
  size_t length = (size_t)(open - delimiter);
  token->closed = false;
  if (open == end || *open != '(' || length > LONGEST_DELIMITER) return end_of_line(at);
  char closing[LONGEST_DELIMITER + 2] = ")";
  memcpy(closing + 1, delimiter, length);
  closing[length + 1] = '"';
  const char *close = memmem(open + 1, (size_t)(end - open - 1), closing, length + 2);
  token->closed = close != NULL;
  token->to = close ? (size_t)(close - text) + length + 2 : r->size;
  while (at < r->end && place_of(r, at) < token->to) at++;
  return at;
}

/* Returns the end of a preprocessing number such as 1e-3f, 0x1p+4, 1'000 and also 0x1e+2. */
static const char *end_of_number(const char *at) {
  for (;; at++) {
    bool separator =
        *at == '\'' && isxdigit((unsigned char)at[-1]) && isxdigit((unsigned char)at[1]);
    bool sign = (*at == '+' || *at == '-') && strchr("eEpP", at[-1]);
    if (!sl_token_in_word(*at) && *at != '.' && !separator && !sign) return at;
  }
}

/* Replaces a digraph by what it stands for. "<::" begins with a bracket only before another ':' or
 * a '>'. */
static const char *take_digraph(cutter *r, const char *at, sl_token *token) {
  if (at[0] == '<' && at[1] == ':' && at[2] == ':' && at[3] != ':' && at[3] != '>') return NULL;
  for (size_t i = 0; i < COUNT(digraphs); i++) {
    size_t length = strlen(digraphs[i].digraph);
    if (strncmp(at, digraphs[i].digraph, length) != 0) continue;
    char *spelling = r->made->joined + (at - r->made->joined);
    token->length = strlen(digraphs[i].mark);
    memset(spelling, ' ', length);
    memcpy(spelling, digraphs[i].mark, token->length);
    return at + length;
  }
  return NULL;
}

static const char *end_of_mark(cutter *r, const char *at, sl_token *token) {
  const char *end = take_digraph(r, at, token);
  if (end) return end;
  for (size_t i = 0; i < COUNT(marks); i++) {
    size_t length = strlen(marks[i]);
    if (strncmp(at, marks[i], length) == 0) return at + length;
  }
  return at + 1;
}

/* Returns the end of a word, or of a literal that begins with a word. A word that touches the
 * literal before it is a suffix of the literal. */
static const char *end_of_word(cutter *r, const char *at, sl_token *token) {
  const sl_tokens *made = r->made;
  const sl_token *last = made->count ? &made->all[made->count - 1] : NULL;
  const char *end = at;
  while (sl_token_in_word(*end)) end++;
  size_t length = (size_t)(end - at);
  bool suffix =
      last && token->touches && (last->kind == SL_TOKEN_STRING || last->kind == SL_TOKEN_CHARACTER);
  token->kind = SL_TOKEN_WORD;
  if (suffix || (*end != '"' && *end != '\'')) return end;
  if (*end == '"' && sl_token_is_raw_prefix(at, length)) {
    token->kind = SL_TOKEN_STRING;
    return end_of_raw(r, end, token);
  }
  if (!is_among(prefixes, COUNT(prefixes), at, length)) return end;
  token->kind = *end == '"' ? SL_TOKEN_STRING : SL_TOKEN_CHARACTER;
  return end_of_quoted(end, &token->closed);
}

static bool follows_include(const sl_tokens *made) {
  size_t n = made->count;
  return n >= 2 && made->all[n - 2].first && sl_token_is(made, n - 2, "#") &&
         sl_token_is(made, n - 1, "include");
}

static const char *end_of_header(const char *at, bool *closed_out) {
  char closing = *at == '<' ? '>' : '"';
  const char *end = at + 1 + strcspn(at + 1, closing == '>' ? ">\n" : "\"\n");
  *closed_out = *end == closing;
  return *closed_out ? end + 1 : end;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* Skips blanks and comments. If a line ends inside a comment, the next token after the comment is
 * still the first of its line. */
static void skip_space(cutter *r) {
  for (;;) {
    const char *at = r->at;
    if (*at && isspace((unsigned char)*at)) {
      if (*at == '\n' && !r->first) {
        r->line_end = place_of(r, at);
        r->first = true;
      }
      r->at++;
    } else if (at[0] == '/' && at[1] == '/') {
      r->at = end_of_line(at);
    } else if (at[0] == '/' && at[1] == '*') {
      const char *close = strstr(at + 2, "*/");
      if (!close) r->made->open_comment = place_of(r, at);
      r->at = close ? close + 2 : r->end;
    } else {
      return;
    }
  }
}

static const char *take(cutter *r, const char *at, sl_token *token) {
  if (!r->first && (*at == '<' || *at == '"') && follows_include(r->made)) {
    token->kind = SL_TOKEN_HEADER;
    return end_of_header(at, &token->closed);
  }
  if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
    token->kind = SL_TOKEN_NUMBER;
    return end_of_number(at + 1);
  }
  if (begins_word(*at)) return end_of_word(r, at, token);
  if (*at == '"' || *at == '\'') {
    token->kind = *at == '"' ? SL_TOKEN_STRING : SL_TOKEN_CHARACTER;
    return end_of_quoted(at, &token->closed);
  }
  token->kind = SL_TOKEN_MARK;
  return end_of_mark(r, at, token);
}

static sl_token next(cutter *r) {
  const char *at = r->at;
  sl_token token = {.text = at,
                    .from = place_of(r, at),
                    .partner = SL_NO_TOKEN,
                    .first = r->first,
                    .line_before = r->line_end,
                    .touches = at == r->last_end,
                    .closed = true};
  count_lines(r, token.from);
  token.line = r->line;
  token.column = (int)(token.from - r->line_start) + 1;
  const char *end = take(r, at, &token);
  if (!token.length) token.length = (size_t)(end - at);
  if (!token.to) token.to = place_of(r, end - 1) + 1;
  r->at = r->last_end = end;
  r->first = false;
  return token;
}

static sl_status keep(sl_tokens *made, const sl_token *token, size_t *room) {
  if (made->count == *room) {
    *room = *room ? 2 * *room : FIRST_ROOM;
    SL_TRY(sl_resize(*room, sizeof *made->all, "tokens", &made->all));
  }
  made->all[made->count++] = *token;
  return SL_OK;
}

static bool begins_directive(const sl_tokens *made, size_t i) {
  return made->all[i].first && sl_token_is(made, i, "#");
}

/* Merges the tokens of each preprocessor line into one token. */
static void merge_directives(sl_tokens *made) {
  size_t count = 0;
  for (size_t i = 0, end; i < made->count; i = end) {
    sl_token *token = &made->all[count++];
    *token = made->all[i];
    end = i + 1;
    if (!begins_directive(made, i)) continue;
    end = sl_tokens_line_end(made, i);
    const sl_token *last = &made->all[end - 1];
    token->kind = SL_TOKEN_DIRECTIVE;
    token->length = (size_t)(last->text + last->length - token->text);
    token->to = last->to;
  }
  made->count = count;
}

static char closing_of(char c) {
  return c == '(' ? ')' : c == '[' ? ']' : '}';
}

/* Sets the partners of all brackets. `open` has room for all tokens. */
static void pair_brackets(sl_tokens *tokens, size_t *open) {
  size_t depth = 0;
  for (size_t i = 0; i < tokens->count; i++) {
    sl_token *token = &tokens->all[i];
    if (token->kind != SL_TOKEN_MARK) continue;
    if (begins_directive(tokens, i)) {
      i = sl_tokens_line_end(tokens, i) - 1;
    } else if (strchr("([{", *token->text)) {
      open[depth++] = i;
    } else if (depth > 0 && strchr(")]}", *token->text)) {
      size_t last = open[depth - 1];
      if (closing_of(*tokens->all[last].text) != *token->text) continue;
      token->partner = last;
      tokens->all[last].partner = i;
      depth--;
    }
  }
}

static sl_status read_all(cutter *r, const char *text, size_t size) {
  size_t room = 0;
  SL_TRY(sl_alloc(size + 1, 1, "the source", &r->made->joined));
  SL_TRY(join(r, text, size));
  for (skip_space(r); *r->at; skip_space(r)) {
    sl_token token = next(r);
    SL_TRY(keep(r->made, &token, &room));
  }
  r->made->last_line = r->first ? r->line_end : size;
  return SL_OK;
}

sl_status sl_tokens_make(const char *text, size_t size, sl_directives directives, sl_tokens *out) {
  size_t *open;
  *out = (sl_tokens){.text = text, .open_comment = SL_NO_TOKEN};
  cutter r = {.made = out, .size = size, .line = 1, .first = true};
  sl_status status = read_all(&r, text, size);
  sl_free(r.splices);
  SL_TRY(status);
  if (directives == SL_DIRECTIVES_WHOLE) merge_directives(out);
  SL_TRY(sl_alloc(out->count, sizeof *open, "brackets", &open));
  pair_brackets(out, open);
  sl_free(open);
  return SL_OK;
}

void sl_tokens_free(sl_tokens *tokens) {
  sl_free(tokens->all);
  sl_free(tokens->joined);
  *tokens = (sl_tokens){0};
}

size_t sl_tokens_line_end(const sl_tokens *tokens, size_t i) {
  for (i++; i < tokens->count && !tokens->all[i].first; i++) {
  }
  return i;
}

bool sl_tokens_same(const sl_tokens *tokens, size_t a, size_t b) {
  if (a >= tokens->count || b >= tokens->count) return false;
  const sl_token *x = &tokens->all[a], *y = &tokens->all[b];
  return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

void sl_tokens_copy(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size) {
  out[0] = '\0';
  if (last >= tokens->count || first > last) return;
  size_t from = tokens->all[first].from;
  (void)snprintf(out, size, "%.*s", (int)(tokens->all[last].to - from), tokens->text + from);
}

bool sl_token_is(const sl_tokens *tokens, size_t i, const char *word) {
  if (i >= tokens->count) return false;
  const sl_token *token = &tokens->all[i];
  return strlen(word) == token->length && memcmp(token->text, word, token->length) == 0;
}

bool sl_token_in(const sl_tokens *tokens, size_t i, const char *const *words) {
  for (; *words; words++) {
    if (sl_token_is(tokens, i, *words)) return true;
  }
  return false;
}

bool sl_token_of(const sl_tokens *tokens, size_t i, sl_token_kind kind) {
  return i < tokens->count && tokens->all[i].kind == kind;
}
