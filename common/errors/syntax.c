/* syntax.c: missing or superfluous characters, and typos that a compiler takes for something
 * else. */
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- semicolons ------------------------------------------------------------------------------ */

/* Returns the last character of the line's code, or '\0'. */
static char last_sign(const sl_scene *scene, int line) {
  char code[SL_LINE];
  sl_scene_code(scene, line, code);
  size_t length = strlen(code);
  while (length > 0 && isspace((unsigned char)code[length - 1])) length--;
  return length ? code[length - 1] : '\0';
}

static bool say_behind_brace(int line, sl_error *error) {
  error->line = line;
  sl_scene_set_what(error, "a ; is missing after this }");
  sl_scene_set_advice(error, "A struct, class or enum ends with };");
  return true;
}

/* Says that a ; is missing at the end of a line. False: the line already ends a statement. */
static bool say_at_end(const sl_scene *scene, int line, sl_error *error) {
  char last = last_sign(scene, line);
  if (!last || strchr(";{}", last)) return false;
  if (sl_scene_line_begins(scene, line, "}")) return say_behind_brace(line, error);
  error->line = line;
  sl_scene_set_what(error, "a ; is missing at the end of this line");
  return true;
}

static bool say_before(const char *token, sl_error *error) {
  sl_scene_set_what(error, "something is missing before %s: a ; or an operator", token);
  return true;
}

/* Explains the name of a template without std::, as in "vector<int> v;". clang first says that a ;
 * is missing there. */
static bool explain_undeclared(const sl_scene *scene, sl_error *error) {
  for (size_t i = 0; i < scene->remarks->count; i++) {
    const sl_remark *other = &scene->remarks->all[i];
    if (other->kind == SL_REMARK_ERROR && other->own_line == scene->line &&
        strncmp(other->text, "use of undeclared identifier ", 29) == 0) {
      return sl_scene_explain_remark(scene, other, error);
    }
  }
  return false;
}

/* Explains a message whose position is after the last token that the compiler has understood. The
 * message may or may not name the next token. */
static bool explain_behind(const sl_scene *scene, const char *token, sl_error *error) {
  int line = scene->line, next = sl_scene_line_after(scene, line);
  bool known = token[0];
  if (known && next && sl_scene_line_begins(scene, next, token) && say_at_end(scene, line, error))
    return true;
  if (known && !sl_scene_line_has(scene, line, token)) return say_at_end(scene, line, error);
  if (known) {
    if (isalpha((unsigned char)*token))
      (void)snprintf(error->mark, sizeof error->mark, "%s", token);
    return say_before(token, error);
  }
  if (say_at_end(scene, line, error) || explain_undeclared(scene, error)) return true;
  sl_scene_set_what(error, "something is missing in this line: a ; or an operator");
  return true;
}

/* Whether the line begins with a macro that can precede the word that a compiler takes for the
 * first. */
static bool begins_with_qualifier(const sl_scene *scene) {
  return sl_scene_line_begins(scene, scene->line, "__global__") ||
         sl_scene_line_begins(scene, scene->line, "__device__") ||
         sl_scene_line_begins(scene, scene->line, "__host__");
}

/* Explains a message whose position is the next token. */
static bool explain_before(const sl_scene *scene, const char *token, sl_error *error) {
  if (sl_scene_line_begins(scene, scene->line, token) || begins_with_qualifier(scene)) {
    return say_at_end(scene, sl_scene_line_before(scene, scene->line), error);
  }
  return say_before(token, error);
}

/* Explains a message whose position is after the } of a struct, or at what follows: the word
 * __global__. */
static bool explain_struct(const sl_scene *scene, sl_error *error) {
  int before = sl_scene_line_before(scene, scene->line);
  if (!sl_scene_line_has(scene, scene->line, "}") && last_sign(scene, before) == '}')
    return say_behind_brace(before, error);
  if (begins_with_qualifier(scene)) return say_at_end(scene, before, error);
  return explain_behind(scene, "", error);
}

/* Explains a message of nvcc, whose position is the next token, which nvcc marks. In a line with
 * __global__ it marks nothing. */
static bool explain_marked(const sl_scene *scene, sl_error *error) {
  char code[SL_LINE], token[SL_WORD];
  int column = scene->remark->column;
  sl_scene_code(scene, scene->line, code);
  if (column < 0) return explain_struct(scene, error);
  if ((size_t)column > strlen(code)) return false;
  if (strspn(code, " \t") >= (size_t)column) {
    return say_at_end(scene, sl_scene_line_before(scene, scene->line), error);
  }
  size_t length = sl_code_name_length(code + column);
  (void)snprintf(token, sizeof token, "%.*s", length ? (int)length : 1, code + column);
  return say_before(token, error);
}

/* Explains a ; between the head of a function and its body: "void f(int a); {". */
static bool explain_body(const sl_scene *scene, sl_error *error) {
  size_t length;
  int line = scene->line;
  if (sl_scene_line_begins(scene, line, "{")) line = sl_scene_line_before(scene, line);
  const char *code = sl_code_line(scene->source->code, line, &length);
  const char *end = NULL;
  for (const char *c = code; c && c + 1 < code + length; c++) {
    if (c[0] == ')' && c[1 + strspn(c + 1, " ")] == ';') end = c + 1 + strspn(c + 1, " ");
  }
  if (!end || end[1 + strspn(end + 1, " \t\r\n")] != '{') return false;
  error->line = line;
  sl_scene_set_what(error, "the ; between ) and { of this function must be removed");
  return true;
}

bool sl_scene_explain_syntax(const sl_scene *scene, const char *what, sl_error *error) {
  char token[SL_VALUE];
  (void)sl_scene_value(scene, "token", token);
  if (strcmp(what, "body") == 0) return explain_body(scene, error);
  if (strcmp(what, "semicolon before") == 0) return explain_before(scene, token, error);
  if (strcmp(what, "semicolon struct") == 0) return explain_struct(scene, error);
  if (strcmp(what, "semicolon marked") == 0) return explain_marked(scene, error);
  return explain_behind(scene, token, error);
}

bool sl_scene_explain_loop(const sl_scene *scene, int line, sl_error *error) {
  char code[SL_LINE];
  int count = 0;
  sl_scene_code(scene, line, code);
  if (!sl_scene_has_word(code, "for")) return false;
  const char *open = strstr(code, "for") + 3;
  open += strspn(open, " ");
  const char *end = *open == '(' ? sl_code_after_bracket(open) : NULL;
  for (const char *c = open; end && c < end; c++) {
    count += *c == ';';
    if (*c == ':' && c[1] != ':' && c[-1] != ':') return false; /* for (int a : all) */
  }
  if (!end || count == 2) return false;
  error->line = line;
  error->syntax = true;
  sl_scene_set_what(error, "this for has %d ; between its parentheses and needs two", count);
  sl_scene_set_advice(error, "It is written for (start; condition; step).");
  return true;
}

/* ---- slips of typing ------------------------------------------------------------------------- */

/* Returns the line of a conflict marker of git; 0: none. A row of = alone may be a decoration. */
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

/* Explains "For (" and "If (". Names that are all in capitals may be macros. */
static bool say_capital(const char *code, const char *end, sl_error *error) {
  static const char *const words[] = {"for", "if", "while", "switch"};
  for (const char *c = code; c < end; c++) {
    if (!sl_code_in_name(*c)) continue;
    size_t length = sl_code_name_length(c);
    const char *behind = c + length + strspn(c + length, " \t");
    bool capital = isupper((unsigned char)*c) && length > 1 && islower((unsigned char)c[1]);
    for (size_t i = 0; capital && *behind == '(' && i < sizeof words / sizeof *words; i++) {
      if (strlen(words[i]) != length || strncasecmp(c, words[i], length) != 0) continue;
      (void)strncat(error->mark, c, length);
      sl_scene_set_what(error, "'%s' is not a word of C: write %s", error->mark, words[i]);
      sl_scene_set_advice(error, "Upper and lower case matter.");
      return true;
    }
    c += length - 1;
  }
  return false;
}

/* Explains "+ =", which should be "+=". */
static bool say_split(const char *code, const char *end, sl_error *error) {
  for (const char *c = code; c < end; c++) {
    if (!strchr("+-*/%!<>=&|^", *c) || (c[1] != ' ' && c[1] != '\t')) continue;
    const char *next = c + 1 + strspn(c + 1, " \t");
    if (*next != '=' || next[1] == '=') continue;
    sl_scene_set_what(error, "%c= is one operator: remove the space inside it", *c);
    sl_scene_set_advice(error, "Write %c= without the space.", *c);
    return true;
  }
  return false;
}

/* Whether the line consists of words, none of which begins a declaration or a statement. */
static bool say_sentence(const char *code, const char *end, sl_error *error) {
  static const char *const of_code[] = {
      "int",    "unsigned", "signed", "long",  "short", "char",     "float",  "double",
      "real",   "bool",     "void",   "const", "auto",  "static",   "extern", "struct",
      "return", "else",     "case",   "goto",  "enum",  "typedef",  "inline", "template",
      "class",  "using",    "size_t", "do",    "union", "volatile", NULL};
  int words = 0;
  for (const char *c = code; c < end; c++) {
    if (strchr(" \t\r.,:'-?!", *c)) continue;
    if (!sl_code_in_name(*c) && (unsigned char)*c < 0x80) return false;
    size_t length = sl_code_in_name(*c) ? sl_code_name_length(c) : 1;
    if (is_one_of(c, length, of_code)) return false;
    words += sl_code_in_name(*c);
    c += length - 1;
  }
  if (words < 4) return false;
  sl_scene_set_what(error, "this line looks like a sentence, not like C");
  sl_scene_set_advice(error, "Is it a comment whose // is missing?");
  return true;
}

bool sl_scene_explain_slip(const sl_scene *scene, int line, sl_error *error) {
  error->line = marked_line(scene->source->text);
  if (error->line) {
    error->whole = true;
    sl_scene_set_what(
        error, "this line was written by git, which found two versions of the lines after it");
    sl_scene_set_advice(error, "Between <<<<<<<, ======= and >>>>>>> are two versions: keep one, "
                               "and delete these three lines.");
    return true;
  }
  char code[SL_LINE];
  sl_scene_code(scene, line, code);
  error->line = line;
  error->syntax = true;
  const char *end = code + strlen(code);
  return say_capital(code, end, error) || say_split(code, end, error) ||
         say_sentence(code, end, error);
}
