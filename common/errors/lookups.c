/* lookups.c: the values of patterns.txt that are found in the line of an error, in the notes after
 * it, or in a table. */
#include "base/utf8.h"
#include "errors/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Copies a piece of text. False: it is empty or too long. */
static bool give(const char *from, size_t length, char *out) {
  if (length == 0 || length >= SL_VALUE) return false;
  (void)snprintf(out, SL_VALUE, "%.*s", (int)length, from);
  return true;
}

static bool give_text(const char *text, char *out) {
  return text && give(text, strlen(text), out);
}

/* ---- the message ----------------------------------------------------------------------------- */

static bool find_message(const sl_scene *scene, char *out) {
  return give_text(scene->remark->text, out);
}

/* Finds the line of a note that says where something was declared before. */
static bool find_previous(const sl_scene *scene, char *out) {
  const sl_remark *end = scene->remarks->all + scene->remarks->count;
  int line = 0;
  for (const sl_remark *m = scene->remark + 1; m < end && m->kind == SL_REMARK_NOTE; m++) {
    if (strstr(m->text, "previous") && m->own_line) line = m->own_line;
  }
  return line != scene->line && sl_scene_give_line(line, out);
}

/* Whether another error of the same line comes later. */
static bool find_further(const sl_scene *scene, char *out) {
  const sl_remark *end = scene->remarks->all + scene->remarks->count;
  (void)out;
  for (const sl_remark *m = scene->remark + 1; m < end; m++) {
    if (m->kind == SL_REMARK_ERROR && m->own_line == scene->line) return true;
  }
  return false;
}

/* Finds the header that gcc proposes in a note, with its brackets. */
static bool find_suggested_header(const sl_scene *scene, char *out) {
  for (size_t i = 0; i < scene->remarks->count; i++) {
    sl_values values = {.count = 0};
    if (sl_pattern_fits("{}did you forget to '#include {header}'{}", scene->remarks->all[i].text,
                        &values)) {
      return give_text(values.all[values.count - 1].text, out);
    }
  }
  return false;
}

/* ---- what nvcc marks ------------------------------------------------------------------------- */

/* Returns the code of the line from nvcc's mark on; NULL: there is no mark. */
static const char *at_mark(const sl_scene *scene, char code[SL_LINE]) {
  int column = scene->remark->column;
  sl_scene_code(scene, scene->line, code);
  return column >= 0 && (size_t)column < strlen(code) ? code + column : NULL;
}

static bool find_marked_name(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  const char *at = at_mark(scene, code);
  return at && give(at, sl_code_name_length(at), out);
}

/* Finds the name at nvcc's mark, unless it is an array with an index. */
static bool find_marked_value(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  const char *at = at_mark(scene, code);
  size_t length = at ? sl_code_name_length(at) : 0;
  return length > 0 && at[length + strspn(at + length, " ")] != '[' && give(at, length, out);
}

static bool find_marked_sign(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  const char *at = at_mark(scene, code);
  return at && give(at, 1, out);
}

static bool find_sign_before(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  const char *at = at_mark(scene, code);
  return at && at > code && give(at - 1, 1, out);
}

/* ---- the line -------------------------------------------------------------------------------- */

static bool find_line(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  const char *from = code + strspn(code, " \t");
  size_t length = strlen(from);
  while (length > 0 && isspace((unsigned char)from[length - 1])) length--;
  (void)snprintf(out, SL_VALUE, "%.*s", (int)length, from);
  return out[0] != '\0';
}

/* Finds the first name in the line. */
static bool find_first(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  const char *from = code + strspn(code, " \t(+-*");
  return give(from, sl_code_name_length(from), out);
}

/* Finds the first name in the line, if an index follows it. */
static bool find_element(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  const char *from = code + strspn(code, " \t(+-*"), *end = from + sl_code_name_length(from);
  return end[strspn(end, " ")] == '[' && give(from, (size_t)(end - from), out);
}

/* Finds the first name in the line, if the function declares it const before this line. */
static bool find_constant(const sl_scene *scene, char *out) {
  const char *begin, *end;
  size_t length;
  const char *code = sl_code_line(scene->source->code, scene->line, &length);
  if (!find_first(scene, out) || !sl_scene_function(scene, scene->line, &begin, &end)) return false;
  for (const char *c = begin; (c = strstr(c, out)) && c < code; c++) {
    const char *from = c;
    if (sl_code_in_name(c[strlen(out)]) || (c > begin && sl_code_in_name(c[-1]))) continue;
    while (from > begin && !strchr("(,;{}", from[-1])) from--;
    const char *word = strstr(from, "const ");
    if (word && word < c) return true;
  }
  return false;
}

/* Finds "if" or "while" in the line, if its condition has a single =. */
static bool find_assigns(const sl_scene *scene, char *out) {
  static const char *const words[] = {"if", "while"};
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
    for (const char *at = code; (at = strstr(at, words[w])); at++) {
      const char *open = at + strlen(words[w]);
      open += strspn(open, " \t");
      if ((at > code && sl_code_in_name(at[-1])) || *open != '(') continue;
      const char *end = sl_code_after_bracket(open);
      for (const char *c = open; *c && c != end; c++) {
        if (*c == '=' && c[1] != '=' && !strchr("=!<>+-*/%&|^", c[-1]))
          return give_text(words[w], out);
      }
    }
  }
  return false;
}

/* Finds a & before a name that takes its address, as in "+= &sum". */
static bool find_address(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  for (size_t i = 1; code[0] && code[i]; i++) {
    if (code[i] != '&' || !sl_code_in_name(code[i + 1])) continue;
    size_t before = i;
    while (before > 0 && code[before - 1] == ' ') before--;
    if (before > 0 && strchr("=+-*/(,[", code[before - 1])) return give(code + i, 1, out);
  }
  return false;
}

/* Finds the name that the function in this line declares, or the name before the first parenthesis.
 */
static bool find_declared_function(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  sl_scene_code(scene, scene->line, code);
  const char *end = strchr(code, '(');
  while (end && end > code && end[-1] == ' ') end--;
  if (!end) return false;
  const char *from = sl_code_name_before(code, end);
  return give(from, (size_t)(end - from), out) && scene->contract &&
         strstr(scene->contract->code, out);
}

static bool find_defined_here(const sl_scene *scene, char *out) {
  char code[SL_LINE], call[SL_WORD];
  if (!sl_scene_value(scene, "function", out)) return false;
  sl_scene_code(scene, scene->line, code);
  (void)snprintf(call, sizeof call, "%.*s(", SL_WORD - 2, out);
  const char *at = strstr(code, out);
  return !at || strncmp(at, call, strlen(call)) == 0;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Finds the first argument of the first call of {function} in the line. */
static bool find_argument(const sl_scene *scene, char *out) {
  char function[SL_VALUE], code[SL_LINE];
  size_t length;
  const char *text = sl_code_line(scene->source->text, scene->line, &length);
  sl_scene_code(scene, scene->line, code);
  if (!text || !sl_scene_value(scene, "function", function)) return false;
  const char *call = code;
  while ((call = strstr(call, function)) && call > code && sl_code_in_name(call[-1])) call++;
  const char *open = call ? call + strlen(function) : NULL;
  if (!open || sl_code_in_name(*open)) return false;
  open += strspn(open, " \t");
  const char *end = *open == '(' ? sl_code_after_bracket(open) : NULL;
  int depth = 0;
  for (const char *c = open; end && c < end; c++) {
    if (depth == 1 && (*c == ',' || c == end - 1)) {
      open += 1 + strspn(open + 1, " \t");
      return c > open && give(text + (open - code), (size_t)(c - open), out);
    }
    depth += (strchr("([{", *c) != NULL) - (strchr(")]}", *c) != NULL);
  }
  return false;
}

/* Finds the same argument, if & can precede it. */
static bool find_variable(const sl_scene *scene, char *out) {
  return find_argument(scene, out) && !strpbrk(out, "+-*/&(?");
}

static bool find_takes(const sl_scene *scene, char *out) {
  char function[SL_VALUE];
  return sl_scene_value(scene, "function", function) &&
         give_text(sl_patterns_find(scene->patterns, "takes", function), out);
}

/* Finds the line in which the source defines {function}. */
static bool find_defined(const sl_scene *scene, char *out) {
  char function[SL_VALUE];
  int first, last;
  return sl_scene_value(scene, "function", function) &&
         sl_source_function(scene->source, function, &first, &last) &&
         sl_scene_give_line(first, out);
}

/* Finds the function that is launched, or whose closing parenthesis nvcc marks. */
static bool find_called_function(const sl_scene *scene, char *out) {
  char code[SL_LINE];
  const char *mark = at_mark(scene, code), *end = strstr(code, "<<<");
  if (!end && mark && *mark == ')') {
    int depth = 0;
    for (end = mark; end > code; end--) {
      depth += (*end == ')') - (*end == '(');
      if (depth == 0) break;
    }
  }
  const char *from = end ? sl_code_name_before(code, end) : NULL;
  return end && give(from, (size_t)(end - from), out);
}

/* Finds a name before a parenthesis that the function declares as a pointer before this line. */
static bool find_called_array(const sl_scene *scene, char *out) {
  const char *begin, *end;
  size_t length;
  const char *code = sl_code_line(scene->source->code, scene->line, &length);
  if (!code || !sl_scene_function(scene, scene->line, &begin, &end)) return false;
  for (const char *c = code; c < code + length; c++) {
    if (*c != '(') continue;
    const char *from = sl_code_name_before(code, c);
    size_t name = from > code && strchr(".>", from[-1]) ? 0 : (size_t)(c - from);
    for (const char *d = begin; name > 0 && d < code; d++) {
      if (*d == '*' && strncmp(d + 1, from, name) == 0 && !sl_code_in_name(d[1 + name]))
        return give(from, name, out);
    }
  }
  return false;
}

/* Finds {name} with std:: before it, if the source has it in this form. */
static bool find_std_in_source(const sl_scene *scene, char *out) {
  char name[SL_VALUE];
  if (!sl_scene_value(scene, "name", name)) return false;
  (void)snprintf(out, SL_VALUE, "std::%.*s", SL_WORD, name);
  return strstr(scene->source->code, out) != NULL;
}

/* ---- letters --------------------------------------------------------------------------------- */

/* Finds the first character of the line that C does not allow, and what the table says about it. If
 * the message is about a name, the name must contain such a character. */
static bool find_letter(const sl_scene *scene, char *out, const char **known_out) {
  char code[SL_LINE], name[SL_VALUE], number[16];
  if (sl_scene_value(scene, "name", name)) {
    bool foreign = false;
    for (const char *c = name; *c; c++)
      foreign = foreign || (unsigned char)*c >= 0x80 || *c == '\\';
    if (!foreign) return false;
  }
  sl_scene_code(scene, scene->line, code);
  size_t left = strlen(code), length;
  for (const char *c = code; *c; c += length, left -= length) {
    length = sl_utf8_length(c, left);
    if (!length) return false; /* another encoding */
    uint32_t point = sl_utf8_point(c, length);
    (void)snprintf(number, sizeof number, "U+%04X", point);
    *known_out = sl_patterns_find(scene->patterns, "letter", number);
    bool mark = point == 0xfeff && c == code && scene->line == 1; /* the file may begin with it */
    if (point < 0x80 || mark || (!*known_out && point < 0x2000)) continue;
    return give(c, length, out);
  }
  return false;
}

static bool find_any_letter(const sl_scene *scene, char *out) {
  const char *known;
  return find_letter(scene, out, &known);
}

static bool find_letter_name(const sl_scene *scene, char *out) {
  const char *known;
  return find_letter(scene, out, &known) && known && give_text(strchr(known, ' ') + 1, out);
}

static bool find_visible_letter(const sl_scene *scene, char *out) {
  const char *known;
  return find_letter(scene, out, &known) &&
         !(known && (strncmp(known, "nothing ", 8) == 0 || strncmp(known, "space ", 6) == 0));
}

static bool find_instead(const sl_scene *scene, char *out) {
  const char *known;
  if (!find_letter(scene, out, &known) || !known || strncmp(known, "nothing ", 8) == 0)
    return false;
  if (strncmp(known, "space ", 6) == 0) return give_text("an ordinary space", out);
  return give(known, strcspn(known, " "), out);
}

const sl_lookup sl_line_lookups[] = {
    {"message", find_message},
    {"previous", find_previous},
    {"further error", find_further},
    {"suggested header", find_suggested_header},
    {"name", find_marked_name},
    {"marked value", find_marked_value},
    {"marked sign", find_marked_sign},
    {"sign before", find_sign_before},
    {"line", find_line},
    {"first", find_first},
    {"element", find_element},
    {"constant", find_constant},
    {"assigns in condition", find_assigns},
    {"address", find_address},
    {"declared function", find_declared_function},
    {"defined here", find_defined_here},
    {"argument", find_argument},
    {"variable", find_variable},
    {"takes", find_takes},
    {"defined", find_defined},
    {"called function", find_called_function},
    {"called array", find_called_array},
    {"std in source", find_std_in_source},
    {"letter", find_any_letter},
    {"letter name", find_letter_name},
    {"visible letter", find_visible_letter},
    {"instead", find_instead},
    {NULL, NULL},
};
