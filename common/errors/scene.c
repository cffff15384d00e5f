/* scene.c: looks at the lines of a student's file. */
#include "errors/scene.h"

#include "source/tokens.h"

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

bool sl_scene_has_word(const char *text, const char *word) {
  return sl_code_find(text, text, word) != NULL;
}

bool sl_scene_give_line(int line, char out[SL_VALUE]) {
  (void)snprintf(out, SL_VALUE, "%d", line);
  return line > 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool has_code(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_code_line(scene->source->code, line, &length);
  return code && strspn(code, " \t\r\f\v") < length;
}

int sl_scene_line_before(const sl_scene *scene, int line) {
  while (--line > 0 && !has_code(scene, line)) {
  }
  return line > 0 ? line : 0;
}

int sl_scene_line_after(const sl_scene *scene, int line) {
  size_t length;
  while (sl_code_line(scene->source->code, ++line, &length)) {
    if (has_code(scene, line)) return line;
  }
  return 0;
}

void sl_scene_code(const sl_scene *scene, int line, char out[SL_LINE]) {
  size_t length = 0;
  const char *code = sl_code_line(scene->source->code, line, &length);
  (void)snprintf(out, SL_LINE, "%.*s", (int)length, code ? code : "");
}

bool sl_scene_line_has(const sl_scene *scene, int line, const char *word) {
  char code[SL_LINE];
  sl_scene_code(scene, line, code);
  return sl_scene_has_word(code, word);
}

bool sl_scene_line_begins(const sl_scene *scene, int line, const char *token) {
  size_t length, wanted = strlen(token);
  const char *code = sl_code_line(scene->source->code, line, &length);
  if (!code) return false;
  code += strspn(code, " \t");
  return strncmp(code, token, wanted) == 0 &&
         !(sl_code_in_name(token[wanted - 1]) && sl_code_in_name(code[wanted]));
}

bool sl_scene_includes(const sl_scene *scene, const char *name) {
  const char *text = scene->source->text;
  size_t length = strlen(name);
  sl_tokens tokens;
  bool found = false;
  if (sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens) == SL_OK) {
    for (size_t i = 0; i < tokens.count && !found; i++) {
      const sl_token *token = &tokens.all[i];
      found = token->kind == SL_TOKEN_HEADER && token->closed && token->length == length + 2 &&
              memcmp(token->text + 1, name, length) == 0;
    }
  }
  sl_tokens_free(&tokens);
  return found;
}

/* This counts braces alone, unlike sl_functions_next_block: in a file that does not compile, other
 * brackets may not match, and the last function may never end. */
bool sl_scene_function(const sl_scene *scene, int line, const char **begin_out,
                       const char **end_out) {
  size_t length;
  const char *code = scene->source->code, *wanted = sl_code_line(code, line, &length);
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
    const char *end = sl_code_after_bracket(c);
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
