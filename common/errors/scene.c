/* scene.c: looks at the lines of a student's file. */
#include "errors/scene.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sl_scene_set_what(sl_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->what, sizeof error->what, format, arguments);
  va_end(arguments);
}

void sl_scene_set_advice(sl_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->advice, sizeof error->advice, format, arguments);
  va_end(arguments);
}

bool sl_scene_in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

size_t sl_scene_name_length(const char *text) {
  size_t length = 0;
  while (sl_scene_in_name(text[length])) length++;
  return length;
}

const char *sl_scene_name_before(const char *text, const char *end) {
  while (end > text && sl_scene_in_name(end[-1])) end--;
  return end;
}

bool sl_scene_has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *c = text; length && (c = strstr(c, word)); c++) {
    bool inside = (c > text && sl_scene_in_name(c[-1]) && sl_scene_in_name(word[0])) ||
                  (sl_scene_in_name(c[length]) && sl_scene_in_name(word[length - 1]));
    if (!inside) return true;
  }
  return false;
}

bool sl_scene_give_line(int line, char out[SL_VALUE]) {
  (void)snprintf(out, SL_VALUE, "%d", line);
  return line > 0;
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

int sl_scene_line_after(const sl_scene *scene, int line) {
  size_t length;
  while (sl_scene_line(scene->source->code, ++line, &length)) {
    if (has_code(scene, line)) return line;
  }
  return 0;
}

void sl_scene_code(const sl_scene *scene, int line, char out[SL_LINE]) {
  size_t length = 0;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  (void)snprintf(out, SL_LINE, "%.*s", (int)length, code ? code : "");
}

bool sl_scene_line_has(const sl_scene *scene, int line, const char *word) {
  char code[SL_LINE];
  sl_scene_code(scene, line, code);
  return sl_scene_has_word(code, word);
}

bool sl_scene_line_begins(const sl_scene *scene, int line, const char *token) {
  size_t length, wanted = strlen(token);
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code) return false;
  code += strspn(code, " \t");
  return strncmp(code, token, wanted) == 0 &&
         !(sl_scene_in_name(token[wanted - 1]) && sl_scene_in_name(code[wanted]));
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

const char *sl_scene_after_bracket(const char *open) {
  char opening = *open, closing = opening == '(' ? ')' : opening == '[' ? ']' : '}';
  int depth = 0;
  for (const char *c = open; *c; c++) {
    if (*c == opening) depth++;
    if (*c == closing && --depth == 0) return c + 1;
  }
  return NULL;
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
    const char *end = sl_scene_after_bracket(c);
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
