/* scene.c: looks at the lines of a student's file. */
#include "errors/scene.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sl_error_what(sl_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->what, sizeof error->what, format, arguments);
  va_end(arguments);
}

void sl_error_advice(sl_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->advice, sizeof error->advice, format, arguments);
  va_end(arguments);
}

bool sl_in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* ---- lines ----------------------------------------------------------------------------------- */

const char *sl_scene_line(const char *text, int line, size_t *length_out) {
  for (; line > 1 && *text; line--) {
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  if (line < 1 || !*text) return NULL;
  *length_out = strcspn(text, "\n");
  return text;
}

static bool has_code(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  return code && strspn(code, " \t\r\f\v") < length;
}

int sl_scene_line_before(const sl_scene *scene, int line) {
  while (--line > 0 && !has_code(scene, line)) {
  }
  return line > 0 ? line : 0;
}

int sl_scene_line_behind(const sl_scene *scene, int line) {
  size_t length;
  while (sl_scene_line(scene->source->code, ++line, &length)) {
    if (has_code(scene, line)) return line;
  }
  return 0;
}

/* Where the word stands as a whole between two places; NULL: nowhere. */
static const char *find_word(const char *begin, const char *from, const char *end,
                             const char *word) {
  size_t length = strlen(word);
  for (const char *c = from; length && c + length <= end; c++) {
    if (strncmp(c, word, length) != 0) continue;
    bool inside = (c > begin && sl_in_name(c[-1]) && sl_in_name(word[0])) ||
                  (sl_in_name(c[length]) && sl_in_name(word[length - 1]));
    if (!inside) return c;
  }
  return NULL;
}

bool sl_scene_line_has(const sl_scene *scene, int line, const char *word) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  return code && find_word(scene->source->code, code, code + length, word);
}

bool sl_scene_line_begins(const sl_scene *scene, int line, const char *token) {
  size_t length, wanted = strlen(token);
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code) return false;
  code += strspn(code, " \t");
  return strncmp(code, token, wanted) == 0 &&
         !(sl_in_name(token[wanted - 1]) && sl_in_name(code[wanted]));
}

bool sl_scene_includes(const sl_scene *scene, const char *name) {
  size_t length = strlen(name);
  for (const char *c = scene->source->text; (c = strstr(c, "#include")); c++) {
    const char *open = c + strlen("#include");
    open += strspn(open, " \t");
    if ((*open == '<' || *open == '"') && strncmp(open + 1, name, length) == 0 &&
        (open[1 + length] == '>' || open[1 + length] == '"')) {
      return true;
    }
  }
  return false;
}

/* ---- brackets -------------------------------------------------------------------------------- */

const char *sl_behind_bracket(const char *open) {
  char opening = *open, closing = opening == '(' ? ')' : opening == '[' ? ']' : '}';
  int depth = 0;
  for (const char *c = open; *c; c++) {
    if (*c == opening) depth++;
    if (*c == closing && --depth == 0) return c + 1;
  }
  return NULL;
}

bool sl_scene_argument(const sl_scene *scene, int line, const char *function, int n, char *out,
                       size_t size) {
  size_t length;
  const char *begin = scene->source->code, *code = sl_scene_line(begin, line, &length);
  const char *call = code ? find_word(begin, code, code + length, function) : NULL;
  if (!call) return false;
  const char *open = call + strlen(function) + strspn(call + strlen(function), " \t");
  const char *end = *open == '(' ? sl_behind_bracket(open) : NULL;
  if (!end) return false;
  const char *from = open + 1;
  int depth = 0;
  for (const char *c = from; c < end; c++) {
    bool ends = depth == 0 && (*c == ',' || c == end - 1);
    if (*c == '(' || *c == '[' || *c == '{') depth++;
    if (*c == ')' || *c == ']' || *c == '}') depth--;
    if (!ends) continue;
    if (n-- > 0) {
      from = c + 1;
      continue;
    }
    from += strspn(from, " \t\n");
    const char *text = scene->source->text + (from - begin); /* with its strings */
    (void)snprintf(out, size, "%.*s", (int)(c > from ? c - from : 0), text);
    return out[0] != '\0' && !strchr(out, '\n');
  }
  return false;
}

bool sl_scene_function(const sl_scene *scene, int line, const char **begin_out,
                       const char **end_out) {
  size_t length;
  const char *code = scene->source->code, *wanted = sl_scene_line(code, line, &length);
  const char *head = code;
  if (!wanted) return false;
  for (const char *c = code; *c; c++) {
    if (*c == ';' || *c == '}') head = c + 1;
    if (*c == '#') { /* a line of the preprocessor */
      c += strcspn(c, "\n");
      head = c;
      if (!*c) break;
    }
    if (*c != '{') continue;
    const char *before = head + strspn(head, " \t\r\n");
    if (strncmp(before, "extern", 6) == 0 || strncmp(before, "namespace", 9) == 0) {
      head = c + 1;
      continue;
    }
    const char *end = sl_behind_bracket(c);
    if (!end) end = c + strlen(c);
    if (wanted + length > before && wanted < end) {
      *begin_out = before;
      *end_out = end;
      return true;
    }
    c = end - 1;
    head = end;
  }
  return false;
}
