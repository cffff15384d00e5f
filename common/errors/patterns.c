/* patterns.c: reads patterns.txt and compares messages with it. */
#include "errors/patterns.h"

#include "base/memory.h"
#include "base/regular.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 18 };

/* ---- the file -------------------------------------------------------------------------------- */

static bool is_word(const char *word) {
  static const char *const words[] = {
      "",       "error",  "warning", "missing", "twice",     "words", "gcc",  "clang",
      "nvcc",   "ld",     "lens",    "if",      "what",      "hint",  "mark", "line",
      "syntax", "whole",  "takes",   "cuda",    "c",         "says",  "std",  "removed",
      "header", "letter", "silent",  "explain", "unbalanced"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(words[i], word) == 0) return true;
  }
  return false;
}

/* Cuts the text into lines, and each line into its first word and the rest. */
static sl_status cut(sl_patterns *p) {
  int number = 0;
  for (char *line = p->text, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    if (*end) *end++ = '\0';
    number++;
    if (*line == '#') continue;
    char *rest = line + strcspn(line, " ");
    if (*rest) *rest++ = '\0';
    if (!is_word(line)) {
      return sl_fail(SL_ERR_INPUT, "common/errors/patterns.txt:%d: '%s' is not allowed here",
                     number, line);
    }
    p->lines[p->count++] = (sl_pattern_line){line, rest};
  }
  p->lines[p->count] = (sl_pattern_line){"", ""};
  return SL_OK;
}

sl_status sl_patterns_read(sl_patterns *out) {
  char why[96];
  size_t lines = 2; /* one line more for the end */
  memset(out, 0, sizeof *out);
  SL_TRY(sl_alloc(MOST_BYTES, 1, "the table of compiler messages", &out->text));
  FILE *file = sl_regular_fopen(SL_PATTERNS_FILE, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", SL_PATTERNS_FILE, why);
  out->text[fread(out->text, 1, MOST_BYTES - 1, file)] = '\0';
  (void)fclose(file);
  for (const char *c = out->text; *c; c++) lines += *c == '\n';
  SL_TRY(sl_alloc(lines, sizeof *out->lines, "the table of compiler messages", &out->lines));
  return cut(out);
}

void sl_patterns_free(sl_patterns *patterns) {
  sl_free(patterns->text);
  sl_free(patterns->lines);
  memset(patterns, 0, sizeof *patterns);
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool is_name_byte(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '\\' || (unsigned char)c >= 0x80;
}

/* Returns the length of the placeholder at `c`, with its braces; 0 if there is none. */
static size_t placeholder(const char *c) {
  if (*c != '{' || c[1] == ' ') return 0;
  size_t length = 1;
  while (islower((unsigned char)c[length]) || c[length] == ' ') length++;
  return c[length] == '}' ? length + 1 : 0;
}

static void keep(const char *word, size_t length, const char *text, size_t bytes, sl_values *out) {
  if (length == 0 || out->count == SL_MOST_VALUES) return;
  int i = out->count++;
  (void)snprintf(out->all[i].word, sizeof out->all[i].word, "%.*s", (int)length, word);
  char *value = out->all[i].text;
  (void)snprintf(value, SL_VALUE, "%.*s", (int)bytes, text);
  if (strcmp(out->all[i].word, "types") != 0) return;
  for (char *at; (at = strchr(value, '&'));) memmove(at, at + 1, strlen(at));
}

/* A placeholder matches as little text as possible, but always a whole name. */
static bool fits_placeholder(const char *message, size_t length, const char *text, sl_values *out) {
  const char *word = message + 1;
  size_t bytes = 0, letters = length - 2;
  bool name = strncmp(word, "name}", 5) == 0 || strncmp(word, "function}", 9) == 0;
  while (name && is_name_byte(text[bytes])) bytes++;
  if (name && bytes == 0) return false;
  for (;; bytes++) {
    if (sl_pattern_fits(message + length, text + bytes, out)) {
      keep(word, letters, text, bytes, out);
      return true;
    }
    if (name || !text[bytes]) return false;
  }
}

bool sl_pattern_fits(const char *message, const char *text, sl_values *values) {
  for (;; message++, text++) {
    size_t length = placeholder(message);
    if (length) return fits_placeholder(message, length, text, values);
    if (*message != *text) return false;
    if (!*message) return true;
  }
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Whether the name is among the words before ": ". */
static bool has_name(const char *names, const char *name) {
  size_t length = strlen(name);
  for (const char *c = names; *c && length; c += strcspn(c, " "), c += *c == ' ') {
    if (strncmp(c, name, length) == 0 && (!c[length] || strchr(" :", c[length]))) return true;
    if (c[strcspn(c, " :")] == ':') return false;
  }
  return false;
}

const char *sl_patterns_find(const sl_patterns *patterns, const char *table, const char *name) {
  for (size_t i = 0; i < patterns->count; i++) {
    const sl_pattern_line *line = &patterns->lines[i];
    if (strcmp(line->word, table) != 0 || !has_name(line->rest, name)) continue;
    const char *colon = strstr(line->rest, ": ");
    return colon ? colon + 2 : "";
  }
  return NULL;
}

void sl_patterns_each(const sl_patterns *patterns, const char *table,
                      void (*take)(const char *name, void *context), void *context) {
  for (size_t i = 0; i < patterns->count; i++) {
    if (strcmp(patterns->lines[i].word, table) != 0) continue;
    for (const char *c = patterns->lines[i].rest; *c; c += *c == ' ') {
      char name[64];
      (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(c, " "), c);
      take(name, context);
      c += strcspn(c, " ");
    }
  }
}

bool sl_patterns_have(const sl_patterns *patterns, const char *table, const char *text) {
  sl_values ignored = {.count = 0};
  for (size_t i = 0; i < patterns->count; i++) {
    const sl_pattern_line *line = &patterns->lines[i];
    if (strcmp(line->word, table) == 0 && sl_pattern_fits(line->rest, text, &ignored)) return true;
    ignored.count = 0;
  }
  return false;
}
