/* brackets.c: finds brackets that do not match, and where one is probably missing. */
#include "errors/scene.h"

#include <string.h>

enum { MOST_OPEN = 256 };

/* An open bracket. */
typedef struct open_one {
  const char *at;
  int line;   /* the line of the bracket */
  int indent; /* indentation of the line where the bracket's statement begins */
} open_one;

typedef struct stack {
  open_one all[MOST_OPEN];
  int count;
  const open_one *suspect; /* a { that is not closed, according to the indentation */
  int suspect_at;          /* the line whose indentation shows this */
  open_one kept;
} stack;

/* The indentation of the line in columns; a tab goes to the next multiple of 8. */
static int indent_of(const char *code, const char *at) {
  while (at > code && at[-1] != '\n') at--;
  int columns = 0;
  for (; *at == ' ' || *at == '\t'; at++) columns = *at == '\t' ? columns / 8 * 8 + 8 : columns + 1;
  return columns;
}

static bool is_first(const char *code, const char *at) {
  while (at > code && (at[-1] == ' ' || at[-1] == '\t')) at--;
  return at == code || at[-1] == '\n';
}

/* Finds where the statement of a brace begins: in "f(int a,\n  int b) {", where the parenthesis
 * opens. */
static const char *statement_of(const char *code, const char *brace) {
  const char *c = brace;
  while (c > code && strchr(" \t\r\n", c[-1])) c--;
  if (c == code || c[-1] != ')') return brace;
  int depth = 0;
  while (c > code) {
    c--;
    if (*c == ')') depth++;
    if (*c == '(' && --depth == 0) break;
  }
  return c;
}

/* Returns the first line after the bracket's that is not indented more than the bracket's
 * statement. */
static int dedented_line(const char *code, const open_one *open) {
  int line = open->line;
  for (const char *c = open->at; (c = strchr(c, '\n')); line++) {
    c++;
    const char *text = c + strspn(c, " \t\r");
    if (*text && *text != '\n' && *text != '#' && indent_of(code, text) <= open->indent)
      return line + 1;
  }
  return 0;
}

static void suspect(stack *s, const char *code, int line) {
  if (s->suspect) return;
  s->kept = s->all[s->count - 1];
  s->suspect = &s->kept;
  int dedented = dedented_line(code, &s->kept);
  s->suspect_at = dedented && dedented < line ? dedented : line;
}

static bool push(stack *s, const char *code, const char *at) {
  if (s->count == MOST_OPEN) return false;
  int line = sl_source_line_at(code, at);
  int indent = indent_of(code, *at == '{' ? statement_of(code, at) : at);
  bool inside = s->count > 0 && *s->all[s->count - 1].at == '{';
  /* A function begins at the margin while another is open. */
  if (inside && *at == '{' && statement_of(code, at) != at && indent == 0 &&
      s->all[s->count - 1].indent >= 0 &&
      statement_of(code, s->all[s->count - 1].at) != s->all[s->count - 1].at) {
    suspect(s, code, line);
  }
  s->all[s->count++] = (open_one){at, line, indent};
  return true;
}

static char closing_of(char opening) {
  return opening == '(' ? ')' : opening == '[' ? ']' : '}';
}

/* Returns the line of a statement after which a { is probably missing: it ends with ")", and two or
 * more lines below it are indented more. 0: none. */
static int lost_opening(const sl_scene *scene, int until) {
  int found = 0;
  const char *code = scene->source->code;
  for (int line = 1; line < until; line++) {
    size_t length, other;
    const char *text = sl_code_line(code, line, &length);
    if (!text) break;
    while (length > 0 && strchr(" \t\r", text[length - 1])) length--;
    if (length == 0 || text[length - 1] != ')') continue;
    int first = sl_scene_line_after(scene, line), second = sl_scene_line_after(scene, first);
    const char *one = sl_code_line(code, first, &other), *two = sl_code_line(code, second, &other);
    if (!one || !two) continue;
    int own = indent_of(code, statement_of(code, text + length));
    if (strchr("{};", one[strspn(one, " \t")])) continue;
    if (indent_of(code, one) > own && indent_of(code, two) > own) found = line;
  }
  return found;
}

static bool say_extra(const sl_scene *scene, const char *at, sl_error *error) {
  int line = sl_source_line_at(scene->source->code, at);
  int lost = *at == '}' ? lost_opening(scene, line) : 0;
  error->line = line;
  sl_scene_set_what(error, "this %c has no opening bracket", *at);
  if (*at != '}') {
    sl_scene_set_advice(error, "Remove it, or add its opening bracket.");
  } else if (lost) {
    sl_scene_set_advice(error, "A { is missing above it: probably at the end of line %d.", lost);
  } else {
    sl_scene_set_advice(error, "A { is missing above it, or this } is one too many.");
  }
  return true;
}

static bool say_unclosed(const sl_scene *scene, const open_one *open, const char *instead,
                         sl_error *error) {
  char closing = closing_of(*open->at);
  error->line = open->line;
  sl_scene_set_what(error, "this %c is never closed: a %c is missing", *open->at, closing);
  if (instead) {
    int line = sl_source_line_at(scene->source->code, instead);
    if (line == open->line) {
      sl_scene_set_advice(error, "It is missing before the %c of this line.", *instead);
    } else {
      sl_scene_set_advice(error, "It is missing before the %c in line %d.", *instead, line);
    }
  }
  return true;
}

/* Whether preprocessor lines may exclude some of the brackets. */
static bool has_conditions(const char *code) {
  for (const char *c = code; (c = strchr(c, '#')); c++) {
    const char *word = c + 1 + strspn(c + 1, " \t");
    if (strncmp(word, "if", 2) == 0 || strncmp(word, "el", 2) == 0) return true;
  }
  return false;
}

/* Whether this bracket and the one that closes it cannot have a ; or a { between them, as in "if (a
 * {" and "f(a;". */
static bool cannot_hold(const char *code, const char *open, char sign) {
  static const char *const words[] = {"if", "while", "for", "switch"};
  if (*open == '{') return false;
  if (*open == '[') return sign == ';';
  const char *end = open;
  while (end > code && end[-1] == ' ') end--;
  const char *from = end;
  while (from > code && sl_code_in_name(from[-1])) from--;
  size_t length = (size_t)(end - from);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (length != strlen(words[i]) || strncmp(from, words[i], length) != 0) continue;
    return sign == '{' ? true : words[i][0] != 'f' && words[i][0] != 'i' && words[i][0] != 's';
  }
  return sign == ';';
}

static bool say_open_brace(const stack *s, sl_error *error) {
  const open_one *open = s->suspect ? s->suspect : &s->all[0];
  error->line = open->line;
  sl_scene_set_what(error, "this { is never closed: a } is missing");
  if (s->suspect) {
    sl_scene_set_advice(error, "The indentation suggests that it is missing before line %d.",
                        s->suspect_at);
  }
  return true;
}

bool sl_scene_explain_brackets(const sl_scene *scene, sl_error *error) {
  const char *code = scene->source->code;
  stack s = {.count = 0};
  if (has_conditions(code)) return false;
  error->syntax = true;
  for (const char *c = code; *c; c++) {
    const open_one *last = s.count ? &s.all[s.count - 1] : NULL;
    if (last && (*c == ';' || *c == '{') && cannot_hold(code, last->at, *c)) {
      return say_unclosed(scene, last, c, error);
    }
    if (*c == '(' || *c == '[' || *c == '{') {
      if (!push(&s, code, c)) return false;
    } else if (*c == ')' || *c == ']' || *c == '}') {
      if (s.count == 0) return say_extra(scene, c, error);
      const open_one *top = &s.all[s.count - 1];
      if (*c != closing_of(*top->at)) {
        if (*top->at == '{') return say_extra(scene, c, error);
        return say_unclosed(scene, top, c, error);
      }
      if (*c == '}' && is_first(code, c) && indent_of(code, c) < top->indent) {
        suspect(&s, code, sl_source_line_at(code, c));
      }
      s.count--;
    }
  }
  return s.count > 0 && say_open_brace(&s, error);
}
