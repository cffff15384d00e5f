/* lexer.c: joins lines and cuts a source into tokens, as the compiler does. */
#define _GNU_SOURCE
#include "gate/lexer.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

/* Longer ones first. */
static const char *const marks[] = {"<<<", ">>>", "...", "::", "->", "##", "<<", ">>", "&&", "||"};
enum { NUM_MARKS = sizeof marks / sizeof *marks, FIRST_ROOM = 1024 };

typedef struct reader {
  const char *at, *end; /* *end is 0 */
  const sl_lexemes *made;
  sl_refusals *refusals;
  bool first;
} reader;

static int line_of(const reader *r, const char *at) {
  return r->made->lines[at - r->made->joined];
}

static bool begins_word(char c) {
  return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool in_word(char c) {
  return begins_word(c) || isdigit((unsigned char)c);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Compilers also join lines where blanks stand behind the backslash. */
static size_t length_of_splice(const char *at, const char *end) {
  const char *c = at + 1;
  if (*at != '\\') return 0;
  while (c < end && (*c == ' ' || *c == '\t' || *c == '\v' || *c == '\f')) c++;
  if (c + 1 < end && c[0] == '\r' && c[1] == '\n') return (size_t)(c + 2 - at);
  return c < end && *c == '\n' ? (size_t)(c + 1 - at) : 0;
}

/* Marks that turn the direction of the text: what is shown is not what is compiled. */
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
    sl_refuse(refusals, line, "a control byte", 14,
              "No source holds bytes that only steer a terminal or end a text; remove it.");
  }
  if (lone) {
    sl_refuse(refusals, line, "a carriage return inside of a line", 34,
              "Compilers differ in whether the line ends there; end lines with a newline.");
  }
  if (turns_text(at, end)) {
    sl_refuse(refusals, line, "a mark that turns the direction of the text", 43,
              "With it other code is shown than is compiled; remove it.");
  }
  if (end - at >= 3 && at[0] == '?' && at[1] == '?' && at[2] == '/') {
    sl_refuse(refusals, line,
              "?"
              "?/",
              3, "It is a trigraph for a backslash; write what you mean.");
  }
}

static sl_status join(const char *text, size_t size, sl_lexemes *out, sl_refusals *refusals) {
  const char *at = text, *end = text + size;
  size_t used = 0;
  int line = 1;
  SL_TRY(sl_alloc(size + 2, 1, "the source", &out->joined));
  SL_TRY(sl_alloc(size + 2, sizeof *out->lines, "lines of the source", &out->lines));
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) at += 3;
  while (at < end) {
    size_t splice = length_of_splice(at, end);
    check_byte(at, end, line, refusals);
    if (splice) {
      at += splice;
      line++;
      continue;
    }
    out->joined[used] = *at ? *at : ' ';
    out->lines[used++] = line;
    line += *at++ == '\n';
  }
  out->lines[used] = line;
  return SL_OK;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static const char *behind_line(const char *at) {
  return at + strcspn(at, "\n");
}

/* A quote that is not closed ends with its line. */
static const char *behind_quoted(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') {
    if (*at == '\\' && at[1] && at[1] != '\n') at++;
    at++;
  }
  return *at == quote ? at + 1 : at;
}

/* Where R"x( … )x" ends; its quote is at `at`. */
static const char *behind_raw(reader *r, const char *from, const char *at) {
  char closing[24] = ")";
  size_t length = strcspn(at + 1, "(\n\"\\) ");
  if (length <= 16 && at[1 + length] == '(') {
    memcpy(closing + 1, at + 1, length);
    closing[1 + length] = '"';
    const char *inside = at + 2 + length;
    const char *close = memmem(inside, (size_t)(behind_line(inside) - inside), closing, length + 2);
    if (close && line_of(r, from) == line_of(r, close + length + 1)) return close + length + 2;
  }
  sl_refuse(r->refusals, line_of(r, from), "a raw string over several lines", 31,
            "What it holds could be taken for code, or code for it; write an ordinary string.");
  return behind_line(at);
}

static const char *behind_number(reader *r, const char *at) {
  for (;; at++) {
    if (*at == '\'') {
      bool separates = isxdigit((unsigned char)at[-1]) && isxdigit((unsigned char)at[1]);
      if (separates) continue;
      sl_refuse(r->refusals, line_of(r, at), "a quote behind a number", 23,
                "Compilers differ in what it begins; put a blank in front of it.");
      return at;
    }
    if ((*at == '+' || *at == '-') && strchr("eEpP", at[-1])) continue;
    if (!in_word(*at) && *at != '.') return at;
  }
}

static bool is_raw_prefix(const char *word, size_t length) {
  static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    if (strlen(prefixes[i]) == length && memcmp(prefixes[i], word, length) == 0) return true;
  }
  return false;
}

static void refuse_spelling(reader *r, const char *at, size_t length) {
  sl_refuse(r->refusals, line_of(r, at), at, length,
            "This is an old spelling of another character; write that character.");
}

/* Trigraphs, and marks that stand for others. <:: is a bracket only in front of : or >. */
static void check_spelling(reader *r, const char *at) {
  if (at[0] == '?' && at[1] == '?' && at[2] && strchr("=/'()!<>-", at[2])) {
    refuse_spelling(r, at, 3);
  }
  bool scope = at[0] == '<' && at[1] == ':' && at[2] == ':' && at[3] != ':' && at[3] != '>';
  bool spelt = strncmp(at, "<:", 2) == 0 || strncmp(at, ":>", 2) == 0 ||
               strncmp(at, "<%", 2) == 0 || strncmp(at, "%>", 2) == 0 || strncmp(at, "%:", 2) == 0;
  if (spelt && !scope) refuse_spelling(r, at, 2);
}

static const char *behind_mark(reader *r, const char *at) {
  check_spelling(r, at);
  if (*at == '\\' || *at == '`' || *at == '@') {
    sl_refuse(r->refusals, line_of(r, at), at, 1, "No code holds this character; remove it.");
  }
  for (int i = 0; i < NUM_MARKS; i++) {
    size_t length = strlen(marks[i]);
    if (strncmp(at, marks[i], length) == 0) return at + length;
  }
  return at + 1;
}

/* Blanks and comments. A line that ends inside of a comment goes on behind it. */
static void skip_space(reader *r) {
  for (;;) {
    const char *at = r->at;
    if (*at && isspace((unsigned char)*at)) {
      r->first = r->first || *at == '\n';
      r->at++;
    } else if (at[0] == '/' && at[1] == '/') {
      r->at = behind_line(at);
    } else if (at[0] == '/' && at[1] == '*') {
      const char *close = strstr(at + 2, "*/");
      r->at = close ? close + 2 : r->end;
    } else {
      return;
    }
  }
}

/* Whether `#include` has just been read. */
static bool wants_header(const sl_lexemes *made) {
  size_t n = made->count;
  return n >= 2 && made->all[n - 2].first && sl_lexeme_is(made, n - 2, "#") &&
         sl_lexeme_is(made, n - 1, "include");
}

static const char *behind_header(const char *at) {
  const char *end = at + 1 + strcspn(at + 1, *at == '<' ? ">\n" : "\"\n");
  return *end == '>' || *end == '"' ? end + 1 : end;
}

static sl_lexeme next(reader *r) {
  const char *at = r->at, *end = at;
  sl_lexeme made = {.text = at, .line = line_of(r, at), .first = r->first};
  if (!r->first && (*at == '<' || *at == '"') && wants_header(r->made)) {
    made.kind = SL_LEX_HEADER;
    end = behind_header(at);
  } else if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
    made.kind = SL_LEX_NUMBER;
    end = behind_number(r, at + 1);
  } else if (begins_word(*at)) {
    made.kind = SL_LEX_WORD;
    while (in_word(*end)) end++;
    if (*end == '"' && is_raw_prefix(at, (size_t)(end - at))) {
      made.kind = SL_LEX_STRING;
      end = behind_raw(r, at, end);
    }
  } else if (*at == '"' || *at == '\'') {
    made.kind = SL_LEX_STRING;
    end = behind_quoted(at);
  } else {
    made.kind = SL_LEX_MARK;
    end = behind_mark(r, at);
  }
  made.length = (size_t)(end - at);
  r->at = end;
  r->first = false;
  return made;
}

sl_status sl_lexemes_make(const char *text, size_t size, sl_lexemes *out, sl_refusals *refusals) {
  size_t room = 0;
  memset(out, 0, sizeof *out);
  SL_TRY(join(text, size, out, refusals));
  reader r = {.at = out->joined,
              .end = out->joined + strlen(out->joined),
              .made = out,
              .refusals = refusals,
              .first = true};
  for (skip_space(&r); *r.at; skip_space(&r)) {
    if (out->count == room) {
      room = room ? 2 * room : FIRST_ROOM;
      SL_TRY(sl_resize(room, sizeof *out->all, "tokens", &out->all));
    }
    sl_lexeme made = next(&r);
    const sl_lexeme *last = out->count ? &out->all[out->count - 1] : NULL;
    made.touches = last && last->text + last->length == made.text;
    out->all[out->count++] = made;
  }
  return SL_OK;
}

void sl_lexemes_free(sl_lexemes *lexemes) {
  sl_free(lexemes->joined);
  sl_free(lexemes->lines);
  sl_free(lexemes->all);
  memset(lexemes, 0, sizeof *lexemes);
}

bool sl_lexeme_is(const sl_lexemes *lexemes, size_t i, const char *word) {
  if (i >= lexemes->count) return false;
  const sl_lexeme *lexeme = &lexemes->all[i];
  return strlen(word) == lexeme->length && memcmp(lexeme->text, word, lexeme->length) == 0;
}

size_t sl_lexeme_line_end(const sl_lexemes *lexemes, size_t i) {
  for (i++; i < lexemes->count && !lexemes->all[i].first; i++) {
  }
  return i;
}
