/* lex.c: makes the translator's tokens from those of common/source. Text in `#if 0` is left out. */
#include "marker.h"
#include "source.h"

#include "base/memory.h"
#include "source/tokens.h"

#include <string.h>

enum { MAX_BYTES = 1 << 28 };

typedef struct lex_state {
  lens_source *source;
  const sl_tokens *cut;
  int file, shift; /* shift: added to a line of the text to get the line of the file */
  int macro, num_macros;
  int depth; /* nested #ifs; levels beyond LENS_MAX_CONDITIONS count as unknown */
  bool was_true[LENS_MAX_CONDITIONS]; /* the level's `#if 1` was taken: skip the other branches */
} lex_state;

/* ---- tokens ---------------------------------------------------------------------------------- */

static sl_status add_token(const lex_state *lexer, lens_token made) {
  lens_source *source = lexer->source;
  if (source->num_tokens + 1 >= source->capacity) {
    int capacity = 2 * source->capacity + 256;
    SL_TRY(sl_resize((size_t)capacity, sizeof *source->tokens, "tokens", &source->tokens));
    source->capacity = capacity;
  }
  source->tokens[source->num_tokens++] = made;
  return SL_OK;
}

/* Makes a token from the tokens [first, last]. */
static lens_token token_of(const lex_state *lexer, lens_token_kind kind, size_t first,
                           size_t last) {
  const sl_token *from = &lexer->cut->all[first], *to = &lexer->cut->all[last];
  return (lens_token){.kind = kind,
                      .text = from->text,
                      .length = (size_t)(to->text + to->length - from->text),
                      .start = from->from,
                      .end = to->to,
                      .file = lexer->file,
                      .line = from->line + lexer->shift,
                      .column = from->column,
                      .macro = lexer->macro,
                      .match = -1,
                      .parent = -1};
}

static void report_unclosed(const lex_state *lexer, const sl_token *token) {
  size_t prefix = strcspn(token->text, "\"'");
  const char *what = token->text[prefix] == '\''                   ? "missing terminating \"'\""
                     : sl_token_is_raw_prefix(token->text, prefix) ? "unterminated raw string"
                                                                   : "missing terminating '\"'";
  lens_place place = {token->from + prefix, token->from - (size_t)(token->column - 1), lexer->file,
                      token->line + lexer->shift};
  lens_source_error(lexer->source, place, "%s", what);
}

/* Whether the tokens from `i` on are `<< <`, which some editors write for a launch. This is not
 * valid C++, except after `operator`. */
static bool is_spaced_launch(const lex_state *lexer, size_t i) {
  const sl_token *token = &lexer->cut->all[i];
  const char *end = token->text + token->length;
  return sl_token_is(lexer->cut, i, "<<") && sl_token_is(lexer->cut, i + 1, "<") &&
         end + strspn(end, " \t") == lexer->cut->all[i + 1].text &&
         !lens_source_is(lexer->source, lexer->source->num_tokens - 1, "operator");
}

/* Adds operators as tokens of one character, except those that the passes look for. */
static sl_status add_mark(const lex_state *lexer, size_t i) {
  static const char *const whole[] = {"<<<", "...", "::", "->", NULL};
  lens_token rest = token_of(lexer, LENS_PUNCTUATION, i, i);
  size_t end = rest.end;
  size_t first = sl_token_in(lexer->cut, i, whole)   ? rest.length
                 : sl_token_is(lexer->cut, i, "->*") ? 2
                                                     : 1;
  for (size_t size = first, left = rest.length; left > 0; left -= size, size = 1) {
    rest.length = size;
    rest.end = left == size ? end : rest.start + size;
    SL_TRY(add_token(lexer, rest));
    rest.text += size;
    rest.start += size;
    rest.column += (int)size;
  }
  return SL_OK;
}

/* Adds the token or tokens for token `i` of the text, and sets `*next_out` to the index after
 * it. */
static sl_status add_cut(const lex_state *lexer, size_t i, size_t *next_out) {
  static const lens_token_kind kinds[] = {
      [SL_TOKEN_WORD] = LENS_IDENTIFIER,     [SL_TOKEN_NUMBER] = LENS_NUMBER,
      [SL_TOKEN_STRING] = LENS_STRING,       [SL_TOKEN_HEADER] = LENS_STRING,
      [SL_TOKEN_CHARACTER] = LENS_CHARACTER, [SL_TOKEN_MARK] = LENS_PUNCTUATION};
  const sl_token *token = &lexer->cut->all[i];
  bool launch = is_spaced_launch(lexer, i);
  *next_out = launch ? i + 2 : i + 1;
  if (!token->closed) report_unclosed(lexer, token);
  if (token->kind == SL_TOKEN_MARK && !launch) return add_mark(lexer, i);
  return add_token(lexer, token_of(lexer, kinds[token->kind], i, *next_out - 1));
}

/* ---- directives ------------------------------------------------------------------------------ */

/* The offset of the line's end before token `next`, which is the first on its line. */
static size_t line_end_before(const sl_tokens *cut, size_t next) {
  return next < cut->count ? cut->all[next].line_before : cut->last_line;
}

static int count_line_ends(const char *text, size_t from, size_t to) {
  int count = 0;
  for (; from < to; from++) count += text[from] == '\n';
  return count;
}

static sl_status add_directive(const lex_state *lexer, size_t i, size_t next) {
  lens_token made = token_of(lexer, LENS_DIRECTIVE, i, next - 1);
  made.end = line_end_before(lexer->cut, next); /* with a comment that continues after the line */
  return add_token(lexer, made);
}

/* Adds a #define. The tokens of its body are ordinary tokens, so that a launch in a macro is found.
 * They carry the macro's number, so that no brackets are paired across the end of the body. */
static sl_status lex_define(lex_state *lexer, size_t i, size_t next) {
  const sl_tokens *cut = lexer->cut;
  size_t head = i + 2 < next ? i + 2 : next - 1;
  if (head + 1 < next && sl_token_is(cut, head + 1, "(") && cut->all[head + 1].touches) {
    for (head++; head + 1 < next && !sl_token_is(cut, head, ")");) head++;
  }
  SL_TRY(add_token(lexer, token_of(lexer, LENS_DIRECTIVE, i, head)));
  lexer->macro = ++lexer->num_macros;
  for (i = head + 1; i < next;) SL_TRY(add_cut(lexer, i, &i));
  lexer->macro = 0;
  return SL_OK;
}

/* Follows a marker such as `# 3 "a.h"`, which gives the next line's number and file. */
static sl_status follow_marker(lex_state *lexer) {
  lens_source *source = lexer->source;
  const lens_token *line = &source->tokens[source->num_tokens - 1];
  lens_marker marker;
  if (!lens_marker_read(line->text, line->length, &marker)) return SL_OK;
  int next = line->line - lexer->shift + count_line_ends(source->text, line->start, line->end) + 1;
  lexer->shift = marker.line - next;
  if (!marker.name) return SL_OK;
  lens_text name = {0};
  lens_marker_add_name(&marker, &name);
  sl_status status = name.status;
  if (status == SL_OK) status = lens_source_file_number(source, name.data, &lexer->file);
  lens_text_free(&name);
  return status;
}

static bool begins_with(const sl_tokens *cut, size_t i, const char *word) {
  return i < cut->count && strncmp(cut->all[i].text, word, strlen(word)) == 0;
}

static bool is_directive(const sl_tokens *cut, size_t i) {
  return cut->all[i].first && sl_token_is(cut, i, "#");
}

/* The token of the #elif, #else or #endif that ends the group of lines that begins at token `i`. */
static size_t skip_group(const sl_tokens *cut, size_t i) {
  int nested = 0;
  for (; i < cut->count; i = sl_tokens_line_end(cut, i)) {
    if (!is_directive(cut, i)) continue;
    bool ends = sl_token_is(cut, i + 1, "endif");
    if (nested == 0 && (ends || begins_with(cut, i + 1, "el"))) break;
    nested += begins_with(cut, i + 1, "if") - ends;
  }
  return i;
}

/* Follows the directive at `i` if it is part of an #if. Returns the token to continue from, after a
 * group that is never compiled. */
static size_t follow_condition(lex_state *lexer, size_t i, size_t next) {
  const sl_tokens *cut = lexer->cut;
  bool known = lexer->depth > 0 && lexer->depth <= LENS_MAX_CONDITIONS;
  if (begins_with(cut, i + 1, "if")) {
    bool alone = sl_token_is(cut, i + 1, "if") && next == i + 3;
    if (lexer->depth < LENS_MAX_CONDITIONS)
      lexer->was_true[lexer->depth] = alone && sl_token_is(cut, i + 2, "1");
    lexer->depth++;
    if (alone && sl_token_is(cut, i + 2, "0")) return skip_group(cut, next);
  } else if (sl_token_is(cut, i + 1, "else") || sl_token_is(cut, i + 1, "elif")) {
    if (known && lexer->was_true[lexer->depth - 1]) return skip_group(cut, next);
  } else if (sl_token_is(cut, i + 1, "endif")) {
    lexer->depth -= lexer->depth > 0;
  }
  return next;
}

static sl_status lex_directive(lex_state *lexer, size_t i, size_t *next_out) {
  const sl_tokens *cut = lexer->cut;
  size_t next = *next_out = sl_tokens_line_end(cut, i);
  bool named = i + 1 < next; /* a lone # has no effect */
  if (named && sl_token_is(cut, i + 1, "define")) return lex_define(lexer, i, next);
  SL_TRY(add_directive(lexer, i, next));
  if (!named) return SL_OK;
  if (sl_token_is(cut, i + 1, "line") || sl_token_of(cut, i + 1, SL_TOKEN_NUMBER))
    return follow_marker(lexer);
  *next_out = follow_condition(lexer, i, next);
  return SL_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The place of the byte `at` of the text, by the last marker. */
static lens_place place_at(const lex_state *lexer, size_t at) {
  const char *text = lexer->source->text;
  size_t start = at;
  while (start > 0 && text[start - 1] != '\n') start--;
  return (lens_place){at, start, lexer->file, 1 + count_line_ends(text, 0, at) + lexer->shift};
}

static sl_status lex_all(lex_state *lexer) {
  const sl_tokens *cut = lexer->cut;
  lens_source *source = lexer->source;
  for (size_t i = 0; i < cut->count;) {
    if (is_directive(cut, i))
      SL_TRY(lex_directive(lexer, i, &i));
    else
      SL_TRY(add_cut(lexer, i, &i));
  }
  if (cut->open_comment != SL_NO_TOKEN)
    lens_source_error(source, place_at(lexer, cut->open_comment), "unterminated comment");
  lens_place end = place_at(lexer, source->bytes);
  SL_TRY(add_token(lexer, (lens_token){.kind = LENS_END,
                                       .text = "",
                                       .start = source->bytes,
                                       .end = source->bytes,
                                       .file = end.file,
                                       .line = end.line,
                                       .column = (int)(end.at - end.line_start) + 1,
                                       .match = -1,
                                       .parent = -1}));
  source->num_tokens--; /* the end token is not counted */
  return SL_OK;
}

sl_status lens_lex(lens_source *source) {
  sl_tokens cut;
  if (source->bytes > MAX_BYTES)
    return sl_fail(SL_ERR_SIZE, "%s: more than 256 MiB of source", source->path);
  if (source->bytes >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
    source->text += 3; /* the mark with which some editors begin a file in UTF-8 */
    source->bytes -= 3;
  }
  sl_status status = sl_tokens_make(source->text, source->bytes, SL_DIRECTIVES_CUT, &cut);
  source->joined = cut.joined;
  lex_state lexer = {.source = source, .cut = &cut};
  if (status == SL_OK) status = lex_all(&lexer);
  cut.joined = NULL; /* it contains the tokens' spellings */
  sl_tokens_free(&cut);
  return status;
}
