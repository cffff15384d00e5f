/* scan.c: moving through the characters of a file; comments, quotes and skipped groups. */
#include "scan.h"

#include <string.h>

int lens_scan_peek(const lens_lexer *lexer, size_t ahead) {
  size_t at = lexer->now.at + ahead;
  return at < lexer->source->bytes ? (unsigned char)lexer->source->text[at] : -1;
}

bool lens_scan_starts_with(const lens_lexer *lexer, const char *word) {
  for (size_t i = 0; word[i]; i++) {
    if (lens_scan_peek(lexer, i) != (unsigned char)word[i]) return false;
  }
  return true;
}

void lens_scan_advance(lens_lexer *lexer, size_t count) {
  for (; count > 0 && lexer->now.at < lexer->source->bytes; count--) {
    if (lexer->source->text[lexer->now.at++] != '\n') continue;
    lexer->now.line++;
    lexer->now.line_start = lexer->now.at;
  }
}

bool lens_scan_is_word(int c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c >= 0x80;
}

static void error_at(lens_lexer *lexer, lens_place place, const char *what) {
  lens_source_error(lexer->source, place, "%s", what);
}

/* Length of a backslash and the line's end behind it, or 0. */
static size_t continuation(const lens_lexer *lexer) {
  if (lens_scan_starts_with(lexer, "\\\n")) return 2;
  return lens_scan_starts_with(lexer, "\\\r\n") ? 3 : 0;
}

static void skip_block_comment(lens_lexer *lexer) {
  lens_place from = lexer->now;
  lens_scan_advance(lexer, 2);
  while (lens_scan_peek(lexer, 0) >= 0 && !lens_scan_starts_with(lexer, "*/"))
    lens_scan_advance(lexer, 1);
  if (lens_scan_peek(lexer, 0) < 0) error_at(lexer, from, "unterminated comment");
  lens_scan_advance(lexer, 2);
}

static void skip_line_comment(lens_lexer *lexer) {
  for (int c; (c = lens_scan_peek(lexer, 0)) >= 0 && c != '\n';) {
    size_t joined = continuation(lexer);
    lens_scan_advance(lexer, joined ? joined : 1);
  }
}

/* Skips one comment or continued line, if there is one here. */
static bool skip_comment(lens_lexer *lexer) {
  if (lens_scan_starts_with(lexer, "/*"))
    skip_block_comment(lexer);
  else if (lens_scan_starts_with(lexer, "//"))
    skip_line_comment(lexer);
  else if (continuation(lexer))
    lens_scan_advance(lexer, continuation(lexer));
  else
    return false;
  return true;
}

bool lens_scan_skip_space(lens_lexer *lexer) {
  for (;;) {
    int c = lens_scan_peek(lexer, 0);
    if (c == '\n') return true;
    if (c == ' ' || (c >= '\t' && c <= '\r') || c == 0)
      lens_scan_advance(lexer, 1);
    else if (!skip_comment(lexer))
      return false;
  }
}

void lens_scan_skip_quoted(lens_lexer *lexer, bool report) {
  lens_place from = lexer->now;
  int quote = lens_scan_peek(lexer, 0);
  lens_scan_advance(lexer, 1);
  for (int c; (c = lens_scan_peek(lexer, 0)) != quote;) {
    if (c < 0 || c == '\n') {
      if (report)
        error_at(lexer, from,
                 quote == '"' ? "missing terminating '\"'" : "missing terminating \"'\"");
      return;
    }
    size_t joined = continuation(lexer);
    if (joined)
      lens_scan_advance(lexer, joined);
    else
      lens_scan_advance(lexer, c == '\\' && lens_scan_peek(lexer, 1) != '\n' ? 2 : 1);
  }
  lens_scan_advance(lexer, 1);
}

void lens_scan_skip_raw_string(lens_lexer *lexer) {
  lens_place from = lexer->now;
  char end[32] = ")";
  size_t length = 1;
  lens_scan_advance(lexer, 1);
  for (int c; (c = lens_scan_peek(lexer, 0)) >= 0 && c != '(' && length < 17;
       lens_scan_advance(lexer, 1))
    end[length++] = (char)c;
  end[length] = '"';
  while (lens_scan_peek(lexer, 0) >= 0 && !lens_scan_starts_with(lexer, end))
    lens_scan_advance(lexer, 1);
  if (lens_scan_peek(lexer, 0) < 0) error_at(lexer, from, "unterminated raw string");
  lens_scan_advance(lexer, length + 1);
}

void lens_scan_read_directive(lens_lexer *lexer, char *name, size_t size) {
  size_t used = 0;
  lens_scan_advance(lexer, 1);
  if (!lens_scan_skip_space(lexer)) {
    for (int c; lens_scan_is_word(c = lens_scan_peek(lexer, 0)); lens_scan_advance(lexer, 1)) {
      if (used + 1 < size) name[used++] = (char)c;
    }
  }
  name[used] = '\0';
}

void lens_scan_skip_macro_head(lens_lexer *lexer) {
  if (lens_scan_skip_space(lexer)) return;
  while (lens_scan_is_word(lens_scan_peek(lexer, 0))) lens_scan_advance(lexer, 1);
  if (lens_scan_peek(lexer, 0) != '(') return;
  while (!lens_scan_skip_space(lexer) && lens_scan_peek(lexer, 0) >= 0) {
    int c = lens_scan_peek(lexer, 0);
    lens_scan_advance(lexer, 1);
    if (c == ')') return;
  }
}

void lens_scan_skip_directive_line(lens_lexer *lexer) {
  for (int c; (c = lens_scan_peek(lexer, 0)) >= 0 && c != '\n';) {
    if (c == '"')
      lens_scan_skip_quoted(lexer, false);
    else if (!skip_comment(lexer))
      lens_scan_advance(lexer, 1);
  }
}

int lens_scan_constant_condition(const lens_lexer *lexer, lens_place from) {
  const char *text = lexer->source->text;
  int value = -1;
  for (size_t i = from.at; i < lexer->now.at; i++) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\r') continue;
    if (value >= 0 && text[i] == '/') return value; /* a comment follows */
    if (value >= 0 || (text[i] != '0' && text[i] != '1')) return -1;
    value = text[i] - '0';
  }
  return value;
}

void lens_scan_enter_condition(lens_lexer *lexer, int constant) {
  if (lexer->depth < LENS_MAX_CONDITIONS) lexer->was_true[lexer->depth] = constant == 1;
  lexer->depth++;
}

bool lens_scan_condition_was_true(const lens_lexer *lexer) {
  int level = lexer->depth - 1;
  return level >= 0 && level < LENS_MAX_CONDITIONS && lexer->was_true[level];
}

void lens_scan_leave_condition(lens_lexer *lexer) {
  if (lexer->depth > 0) lexer->depth--;
}

void lens_scan_skip_group(lens_lexer *lexer) {
  int nested = 0;
  while (lens_scan_peek(lexer, 0) >= 0) {
    lens_scan_advance(lexer, 1); /* the end of the line before */
    if (!lens_scan_skip_space(lexer) && lens_scan_peek(lexer, 0) == '#') {
      lens_place hash = lexer->now;
      char name[16];
      lens_scan_read_directive(lexer, name, sizeof name);
      bool ends = strcmp(name, "endif") == 0;
      if (nested == 0 && (ends || strncmp(name, "el", 2) == 0)) {
        lexer->now = hash;
        return;
      }
      if (strncmp(name, "if", 2) == 0) nested++;
      if (ends) nested--;
    }
    lens_scan_skip_directive_line(lexer);
  }
}
