/* lex.c: splits a .cu file into tokens; comments and text in `#if 0` are left out. */
#include "marker.h"
#include "scan.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

enum { MAX_BYTES = 1 << 28 };

static sl_status add_token(lens_lexer *lexer, lens_token_kind kind, lens_place from) {
  lens_source *source = lexer->source;
  if (source->num_tokens + 1 >= source->capacity) {
    int capacity = 2 * source->capacity + 256;
    SL_TRY(sl_resize((size_t)capacity, sizeof *source->tokens, "tokens", &source->tokens));
    source->capacity = capacity;
  }
  source->tokens[source->num_tokens++] =
      (lens_token){kind,         from.at,   lexer->now.at - from.at,
                   from.file,    from.line, (int)(from.at - from.line_start) + 1,
                   lexer->macro, -1,        -1};
  return SL_OK;
}

/* The prefix before a quote: L, u, U, u8, and R after any of them. Returns its length. */
static size_t string_prefix(const lens_lexer *lexer, bool *raw) {
  static const char *const prefixes[] = {"u8R", "LR", "uR", "UR", "R", "u8", "L", "u", "U", ""};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i]);
    if (!lens_scan_starts_with(lexer, prefixes[i])) continue;
    *raw = length > 0 && prefixes[i][length - 1] == 'R';
    int quote = lens_scan_peek(lexer, length);
    if (quote == '"' || (quote == '\'' && !*raw)) return length;
  }
  *raw = false;
  return 0;
}

static sl_status lex_word(lens_lexer *lexer, lens_place from) {
  while (lens_scan_is_word(lens_scan_peek(lexer, 0))) lens_scan_advance(lexer, 1);
  return add_token(lexer, LENS_IDENTIFIER, from);
}

/* A preprocessing number: 0x1F, 1e-3f, 0x1p+4, 1'000. */
static sl_status lex_number(lens_lexer *lexer, lens_place from) {
  for (;;) {
    int c = lens_scan_peek(lexer, 0), next = lens_scan_peek(lexer, 1);
    bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
    if (exponent && (next == '+' || next == '-'))
      lens_scan_advance(lexer, 2);
    else if (lens_scan_is_word(c) || c == '.' || (c == '\'' && lens_scan_is_word(next)))
      lens_scan_advance(lexer, 1);
    else
      return add_token(lexer, LENS_NUMBER, from);
  }
}

/* `<< <`, as some editors lay out a launch. In C++ that is nothing, but behind `operator`. */
static size_t spaced_launch(const lens_lexer *lexer) {
  const lens_source *source = lexer->source;
  size_t length = 2;
  if (!lens_scan_starts_with(lexer, "<<") ||
      lens_source_is(source, source->num_tokens - 1, "operator"))
    return 0;
  while (lens_scan_peek(lexer, length) == ' ' || lens_scan_peek(lexer, length) == '\t') length++;
  return lens_scan_peek(lexer, length) == '<' && lens_scan_peek(lexer, length + 1) != '<'
             ? length + 1
             : 0;
}

static sl_status lex_punctuation(lens_lexer *lexer, lens_place from) {
  static const char *const longer[] = {"<<<", "...", "::", "->"};
  size_t length = spaced_launch(lexer);
  for (size_t i = 0; length == 0 && i < sizeof longer / sizeof *longer; i++) {
    if (lens_scan_starts_with(lexer, longer[i])) length = strlen(longer[i]);
  }
  lens_scan_advance(lexer, length > 0 ? length : 1);
  return add_token(lexer, LENS_PUNCTUATION, from);
}

static sl_status lex_token(lens_lexer *lexer) {
  lens_place from = lexer->now;
  int c = lens_scan_peek(lexer, 0);
  bool raw;
  size_t prefix = string_prefix(lexer, &raw);
  int quote = lens_scan_peek(lexer, prefix);
  if (quote == '"' || quote == '\'') {
    lens_scan_advance(lexer, prefix);
    if (raw)
      lens_scan_skip_raw_string(lexer);
    else
      lens_scan_skip_quoted(lexer, true);
    return add_token(lexer, quote == '"' ? LENS_STRING : LENS_CHARACTER, from);
  }
  bool digit = (c >= '0' && c <= '9');
  bool fraction = c == '.' && lens_scan_peek(lexer, 1) >= '0' && lens_scan_peek(lexer, 1) <= '9';
  if (digit || fraction) return lex_number(lexer, from);
  if (lens_scan_is_word(c)) return lex_word(lexer, from);
  return lex_punctuation(lexer, from);
}

/* The body of a #define is ordinary tokens, so that a launch inside a macro is found; they carry
   the macro's number, so that nothing is paired across its end. */
static sl_status lex_define(lens_lexer *lexer, lens_place from) {
  lens_scan_skip_macro_head(lexer);
  SL_TRY(add_token(lexer, LENS_DIRECTIVE, from));
  lexer->macro = ++lexer->num_macros;
  for (;;) {
    bool line_ended = lens_scan_skip_space(lexer);
    if (line_ended || lexer->now.at >= lexer->source->bytes) break;
    SL_TRY(lex_token(lexer));
  }
  lexer->macro = 0;
  return SL_OK;
}

/* `# 3 "a.h"`: what the next line is called. */
static sl_status follow_marker(lens_lexer *lexer, lens_place from) {
  lens_marker marker;
  if (!lens_marker_read(lexer->source->text + from.at, lexer->now.at - from.at, &marker))
    return SL_OK;
  lexer->now.line = marker.line - 1; /* the end of this line comes before it */
  if (!marker.name) return SL_OK;
  lens_text name = {0};
  lens_marker_add_name(&marker, &name);
  sl_status status = name.status;
  if (status == SL_OK) status = lens_source_file_number(lexer->source, name.data, &lexer->now.file);
  lens_text_free(&name);
  return status;
}

static sl_status lex_directive(lens_lexer *lexer) {
  lens_place from = lexer->now;
  char name[16];
  lens_scan_read_directive(lexer, name, sizeof name);
  if (strcmp(name, "define") == 0) return lex_define(lexer, from);
  lens_place condition = lexer->now;
  lens_scan_skip_directive_line(lexer);
  SL_TRY(add_token(lexer, LENS_DIRECTIVE, from));
  int constant = lens_scan_constant_condition(lexer, condition);
  if (strcmp(name, "line") == 0 || (name[0] >= '0' && name[0] <= '9'))
    return follow_marker(lexer, from);
  if (strcmp(name, "if") == 0) {
    lens_scan_enter_condition(lexer, constant);
    if (constant == 0) lens_scan_skip_group(lexer);
  } else if (strcmp(name, "else") == 0 || strcmp(name, "elif") == 0) {
    if (lens_scan_condition_was_true(lexer)) lens_scan_skip_group(lexer);
  } else if (strncmp(name, "if", 2) == 0) {
    lens_scan_enter_condition(lexer, -1);
  } else if (strcmp(name, "endif") == 0) {
    lens_scan_leave_condition(lexer);
  }
  return SL_OK;
}

sl_status lens_lex(lens_source *source) {
  if (source->bytes > MAX_BYTES)
    return sl_fail(SL_ERR_SIZE, "%s: more than 256 MiB of source", source->path);
  if (source->bytes >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0) {
    source->text += 3; /* the mark with which some editors begin a file in UTF-8 */
    source->bytes -= 3;
  }
  lens_lexer lexer = {.source = source, .now = {.line = 1}, .line_is_empty = true};
  SL_TRY(sl_resize(256, sizeof *source->tokens, "tokens", &source->tokens));
  source->capacity = 256;
  for (;;) {
    if (lens_scan_skip_space(&lexer)) {
      lexer.line_is_empty = true;
      lens_scan_advance(&lexer, 1);
      continue;
    }
    if (lexer.now.at >= source->bytes) break;
    if (lens_scan_peek(&lexer, 0) == '#' && lexer.line_is_empty) {
      SL_TRY(lex_directive(&lexer));
      continue;
    }
    lexer.line_is_empty = false;
    SL_TRY(lex_token(&lexer));
  }
  source->tokens[source->num_tokens] = (lens_token){LENS_END,
                                                    source->bytes,
                                                    0,
                                                    lexer.now.file,
                                                    lexer.now.line,
                                                    (int)(lexer.now.at - lexer.now.line_start) + 1,
                                                    0,
                                                    -1,
                                                    -1};
  return SL_OK;
}
