/* slips.c: slips of typing that a compiler takes for something else. */
#include "errors/scene.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* The line in which git has left a mark; 0: none. A row of = alone may be a decoration. */
static int marked_line(const char *text) {
  static const char *const marks[] = {"<<<<<<< ", ">>>>>>> "};
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
      if (strncmp(line, marks[i], strlen(marks[i])) == 0) return sl_source_line_at(text, line);
    }
  }
  return 0;
}

static bool is_one_of(const char *word, size_t length, const char *const *words) {
  for (; *words; words++) {
    if (strlen(*words) == length && strncmp(word, *words, length) == 0) return true;
  }
  return false;
}

static size_t word_length(const char *at) {
  size_t length = 0;
  while (sl_in_name(at[length])) length++;
  return length;
}

/* "For (" and "If (". Names in capitals alone may be macros. */
static bool say_capital(const char *code, const char *end, sl_error *error) {
  static const char *const words[] = {"for", "if", "while", "switch"};
  for (const char *c = code; c < end; c++) {
    if (!sl_in_name(*c)) continue;
    size_t length = word_length(c);
    const char *behind = c + length + strspn(c + length, " \t");
    bool capital = isupper((unsigned char)*c) && length > 1 && islower((unsigned char)c[1]);
    for (size_t i = 0; capital && *behind == '(' && i < sizeof words / sizeof *words; i++) {
      if (strlen(words[i]) != length || strncasecmp(c, words[i], length) != 0) continue;
      (void)strncat(error->mark, c, length);
      sl_error_what(error, "'%s' is not a word of C: it is written %s", error->mark, words[i]);
      sl_error_advice(error, "Upper and lower case matter.");
      return true;
    }
    c += length - 1;
  }
  return false;
}

/* "+ =" where "+=" is meant. */
static bool say_split(const char *code, const char *end, sl_error *error) {
  for (const char *c = code; c < end; c++) {
    if (!strchr("+-*/%!<>=&|^", *c) || (c[1] != ' ' && c[1] != '\t')) continue;
    const char *next = c + 1 + strspn(c + 1, " \t");
    if (*next != '=' || next[1] == '=') continue;
    sl_error_what(error, "%c= is one sign: no space may stand in it", *c);
    sl_error_advice(error, "Write %c= without the space.", *c);
    return true;
  }
  return false;
}

/* Words and nothing else, among them none that begins a declaration or a statement. */
static bool say_sentence(const char *code, const char *end, sl_error *error) {
  static const char *const of_code[] = {
      "int",    "unsigned", "signed", "long",  "short", "char",     "float",  "double",
      "real",   "bool",     "void",   "const", "auto",  "static",   "extern", "struct",
      "return", "else",     "case",   "goto",  "enum",  "typedef",  "inline", "template",
      "class",  "using",    "size_t", "do",    "union", "volatile", NULL};
  int words = 0;
  for (const char *c = code; c < end; c++) {
    if (strchr(" \t\r.,:'-?!", *c)) continue;
    if (!sl_in_name(*c) && (unsigned char)*c < 0x80) return false;
    size_t length = sl_in_name(*c) ? word_length(c) : 1;
    if (is_one_of(c, length, of_code)) return false;
    words += sl_in_name(*c);
    c += length - 1;
  }
  if (words < 4) return false;
  sl_error_what(error, "this line reads like a sentence, and not like C");
  sl_error_advice(error, "Is it a comment that has lost its //?");
  return true;
}

bool sl_explain_slip(const sl_scene *scene, int line, sl_error *error) {
  error->line = marked_line(scene->source->text);
  if (error->line) {
    error->whole = true;
    sl_error_what(error, "this line is a mark of git, which found two versions of what follows");
    sl_error_advice(error, "Keep one version of what is between <<<<<<<, ======= and >>>>>>>, and "
                           "delete these three lines.");
    return true;
  }
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  error->line = line;
  error->syntax = true;
  if (!code) return false;
  const char *end = code + length;
  return say_capital(code, end, error) || say_split(code, end, error) ||
         say_sentence(code, end, error);
}
