/* forms_syntax.c: what compilers say where a sign is missing, or is one too many. */
#include "errors/forms.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The semicolons between the parentheses of a `for` on this line; −1: there is no such loop. */
static int semicolons_of_loop(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code || !sl_scene_line_has(scene, line, "for")) return -1;
  int count = 0;
  const char *open = strstr(code, "for") + 3;
  open += strspn(open, " ");
  const char *end = *open == '(' ? sl_behind_bracket(open) : NULL;
  if (!end) return -1;
  for (const char *c = open; c < end; c++) {
    count += *c == ';';
    if (*c == ':' && c[1] != ':' && c[-1] != ':') return -1; /* for (int a : all) */
  }
  return count;
}

bool sl_explain_loop(const sl_scene *scene, int line, sl_error *error) {
  int count = semicolons_of_loop(scene, line);
  if (count < 0 || count == 2) return false;
  error->line = line;
  error->syntax = true;
  sl_error_what(error, "this for has %d ; between its parentheses and needs two", count);
  sl_error_advice(error, "It is written for (start; condition; step).");
  return true;
}

static bool ends_statement(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  while (code && length > 0 && isspace((unsigned char)code[length - 1])) length--;
  return code && length > 0 && strchr(";{}", code[length - 1]);
}

static bool say_at_end(const sl_scene *scene, int line, sl_error *error) {
  if (!line || ends_statement(scene, line)) return false;
  error->line = line;
  bool structure = sl_scene_line_begins(scene, line, "}");
  if (structure) {
    sl_error_what(error, "a ; is missing after this }");
    sl_error_advice(error, "A struct, class or enum ends with };");
  } else {
    sl_error_what(error, "a ; is missing at the end of this line");
  }
  return true;
}

/* "expected ';' before 'x'": the compiler stands behind the last thing that it understood. */
static bool explain_semicolon(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  int line = error->line;
  const char *token = captured->text[0];
  (void)remark;
  error->syntax = true;
  int next = sl_scene_line_behind(scene, line);
  if (next && sl_scene_line_begins(scene, next, token) && say_at_end(scene, line, error)) {
    return true;
  }
  if (!sl_scene_line_has(scene, line, token)) return say_at_end(scene, line, error);
  sl_error_what(error, "something is missing before %s: a ; or an operator", token);
  if (isalpha((unsigned char)*token)) {
    (void)snprintf(error->mark, sizeof error->mark, "%s", token);
  }
  return true;
}

/* "expected ',' or ';' before 'x'": the compiler stands at x. */
static bool explain_declaration(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  const char *token = captured->text[0];
  (void)remark;
  error->syntax = true;
  if (sl_scene_line_begins(scene, error->line, token)) {
    return say_at_end(scene, sl_scene_line_before(scene, error->line), error);
  }
  sl_error_what(error, "something is missing before %s: a ; or an operator", token);
  return true;
}

/* clang stands behind the last thing. */
static bool explain_behind(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (say_at_end(scene, error->line, error)) return true;
  for (size_t i = 0; i < scene->remarks->count; i++) { /* "vector<int> v;" */
    const sl_remark *other = &scene->remarks->all[i];
    sl_captured name;
    if (other->kind != SL_REMARK_ERROR || other->own_line != error->line) continue;
    if (!sl_form_fits("use of undeclared identifier '%a'", other->text, &name)) continue;
    sl_explain_name(scene, name.text[0], error);
    return true;
  }
  sl_error_what(error, "something is missing in this line: a ; or an operator");
  return true;
}

/* gcc stands behind the } of a struct, or at what follows. */
static bool explain_struct(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  int before = sl_scene_line_before(scene, error->line);
  size_t length;
  const char *code = sl_scene_line(scene->source->code, before, &length);
  error->syntax = true;
  while (code && length > 0 && isspace((unsigned char)code[length - 1])) length--;
  if (!sl_scene_line_has(scene, error->line, "}") && code && length > 0 &&
      code[length - 1] == '}') {
    error->line = before;
    sl_error_what(error, "a ; is missing after this }");
    sl_error_advice(error, "A struct, class or enum ends with };");
    return true;
  }
  return explain_behind(scene, remark, captured, error);
}

/* nvcc stands at the next thing, and marks it. */
static bool explain_at_mark(const sl_scene *scene, const sl_remark *remark,
                            const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  error->syntax = true;
  if (remark->column < 0) return explain_struct(scene, remark, captured, error);
  if (!code || (size_t)remark->column > length) return false;
  if (strspn(code, " \t") >= (size_t)remark->column) {
    return say_at_end(scene, sl_scene_line_before(scene, error->line), error);
  }
  char token[SL_WORD];
  size_t bytes = 0;
  while (sl_in_name(code[remark->column + (int)bytes])) bytes++;
  (void)snprintf(token, sizeof token, "%.*s", bytes ? (int)bytes : 1, code + remark->column);
  sl_error_what(error, "something is missing before %s: a ; or an operator", token);
  return true;
}

/* clang, of the attribute that stands for __global__ */
static bool explain_attribute(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  if (explain_struct(scene, remark, captured, error)) return true;
  sl_error_what(error, "__global__ stands in front of functions only");
  return true;
}

/* "void f(int a); {" */
static bool explain_body(const sl_scene *scene, const sl_remark *remark,
                         const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  size_t length;
  int line = error->line;
  if (sl_scene_line_begins(scene, line, "{")) line = sl_scene_line_before(scene, line);
  const char *code = sl_scene_line(scene->source->code, line, &length);
  const char *end = code;
  for (const char *c = code; c && c + 1 < code + length; c++) {
    if (c[0] == ')' && c[1 + strspn(c + 1, " ")] == ';') end = c + 1 + strspn(c + 1, " ");
  }
  if (!code || end == code) return false;
  end += 1 + strspn(end + 1, " \t\r\n");
  if (*end != '{') return false;
  error->line = line;
  error->syntax = true;
  sl_error_what(error, "the ; between ) and { of this function must go");
  return true;
}

/* "dim3 blocks = a, b;" and "sizeof real" */
static bool explain_dim3(const sl_scene *scene, const sl_remark *remark,
                         const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!sl_scene_line_has(scene, error->line, "dim3")) return false;
  error->syntax = true;
  sl_error_what(error, "the parts of a dim3 go in parentheses");
  sl_error_advice(error, "For example dim3 blocks(columns, rows);");
  return true;
}

static bool explain_sizeof(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  const char *at = code ? strstr(code, "sizeof") : NULL;
  (void)remark, (void)captured;
  if (!at || at >= code + length) return false;
  at += strlen("sizeof");
  at += strspn(at, " ");
  size_t name = 0;
  while (sl_in_name(at[name])) name++;
  if (name == 0) return false;
  sl_error_what(error, "the type after sizeof needs parentheses");
  sl_error_advice(error, "Write sizeof(%.*s).", (int)name, at);
  return true;
}

static bool explain_letter(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  return sl_explain_letter(scene, error->line, error);
}

static bool explain_dots(const sl_scene *scene, const sl_remark *remark,
                         const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  const char *at = code ? strstr(code, "...") : NULL;
  (void)remark, (void)captured;
  if (!at || at >= code + length) return false;
  error->syntax = true;
  sl_error_what(error, "this line still has the ... of an example in it");
  sl_error_advice(error, "Write out what it stands for.");
  return true;
}

static bool explain_else(const sl_scene *scene, const sl_remark *remark,
                         const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!sl_scene_line_begins(scene, error->line, "else")) return false;
  sl_error_what(error, "this else has no if");
  sl_error_advice(error, "Only one statement, or one { }, can come between an if and its else.");
  return true;
}

/* "this declaration has no storage class or type specifier": nvcc, of a mistyped word at the
 * margin. */
static bool explain_first_word(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  (void)captured;
  if (!code || remark->column < 0 || (size_t)remark->column >= length) return false;
  char word[SL_WORD];
  size_t bytes = 0;
  const char *at = code + remark->column;
  while (sl_in_name(at[bytes])) bytes++;
  if (bytes == 0 || bytes >= sizeof word) return false;
  (void)snprintf(word, sizeof word, "%.*s", (int)bytes, at);
  sl_explain_name(scene, word, error);
  return true;
}

const sl_form sl_forms_syntax[] = {
    {"expected ',' or ';' before '%a'%.", NULL, NULL, explain_declaration},
    {"expected initializer before '%a'%.", NULL, NULL, explain_declaration},
    {"expected ';' before '%a'%.", NULL, NULL, explain_semicolon},
    {"expected ';' after struct%.", NULL, NULL, explain_struct},
    {"expected ';' after class%.", NULL, NULL, explain_struct},
    {"expected ';' after enum%.", NULL, NULL, explain_struct},
    {"expected ';' after union%.", NULL, NULL, explain_struct},
    {"'flatten' attribute only applies to functions", NULL, NULL, explain_attribute},
    {"expected unqualified-id before '{'%.", NULL, NULL, explain_body},
    {"expected unqualified-id", NULL, NULL, explain_body},
    {"expected unqualified-id%.", NULL, NULL, explain_dim3},
    {"expected an identifier", NULL, NULL, explain_dim3},
    {"expected a declaration", NULL, NULL, explain_body},
    {"expected primary-expression before '%.'%.", NULL, NULL, explain_sizeof},
    {"type name is not allowed", NULL, NULL, explain_sizeof},
    {"expected parentheses around type name in sizeof expression", NULL, NULL, explain_sizeof},
    {"expected a ';'", NULL, NULL, explain_at_mark},
    {"expected ';' at end of declaration%.", NULL, NULL, explain_behind},
    {"expected ';' after %.", NULL, NULL, explain_behind},
    {"expected ';' in 'for' statement specifier", NULL, NULL, explain_behind},
    {"extended character %. is not valid in an identifier", NULL, NULL, explain_letter},
    {"stray '%.' in program", NULL, NULL, explain_letter},
    {"unexpected character %.", NULL, NULL, explain_letter},
    {"character %. not allowed in an identifier", NULL, NULL, explain_letter},
    {"non-ASCII characters are not allowed %.", NULL, NULL, explain_letter},
    {"unrecognized token", NULL, NULL, explain_letter},
    {"expected primary-expression before '...'%.", NULL, NULL, explain_dots},
    {"expected an expression", NULL, NULL, explain_dots},
    {"expected expression", NULL, NULL, explain_dots},
    {"expected expression", NULL, NULL, explain_else},
    {"expected a statement", NULL, NULL, explain_else},
    {"this declaration has no storage class or type specifier", NULL, NULL, explain_first_word},
    {"unterminated comment", "this /* is never closed: a */ is missing",
     "Everything after it is read as a comment.", NULL},
    {"unterminated /* comment", "this /* is never closed: a */ is missing",
     "Everything after it is read as a comment.", NULL},
    {"missing terminating %. character", "a quote of this line is never closed",
     "A string begins and ends with \" on the same line.", NULL},
    {"missing terminating '''", "a quote of this line is never closed",
     "A string begins and ends with \" on the same line.", NULL},
    {"missing closing quote", "a quote of this line is never closed",
     "A string begins and ends with \" on the same line.", NULL},
    {"unterminated #%a", "this #%a is never ended: an #endif is missing", "", NULL},
    {"unterminated conditional directive", "this condition is never ended: an #endif is missing",
     "", NULL},
    {"'else' without a previous 'if'", NULL, NULL, explain_else},
    {"break statement not within loop or switch", "this break stands in no loop",
     "To end the function here, write return;", NULL},
    {"'break' statement not in loop or switch statement", "this break stands in no loop",
     "To end the function here, write return;", NULL},
    {"a break statement may only be used within a loop or switch", "this break stands in no loop",
     "To end the function here, write return;", NULL},
    {"continue statement not within a loop", "this continue stands in no loop",
     "To end the function here, write return;", NULL},
    {"'continue' statement not in loop statement", "this continue stands in no loop",
     "To end the function here, write return;", NULL},
};
const size_t sl_num_forms_syntax = sizeof sl_forms_syntax / sizeof *sl_forms_syntax;
