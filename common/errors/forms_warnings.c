/* forms_warnings.c: what compilers warn of. */
#include "errors/forms.h"

#include <string.h>

static bool explain_format(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  const char *type = captured->text[1];
  (void)scene, (void)remark;
  if (strchr(captured->text[2], '*') && !strchr(type, '*')) {
    sl_error_what(error, "a number is to be stored here, and this is no address");
    sl_error_advice(error, "scanf wants the address of a variable: put & in front of it.");
    return true;
  }
  const char *sign = captured->text[0][0] ? captured->text[0] : "sign";
  sl_error_what(error, "printf's %s does not fit the value, which is '%s'", sign, type);
  sl_error_advice(error, "%%d is for int, %%u for unsigned, %%lld for long long, %%f for float and "
                         "double, %%p for pointers.");
  return type[0] != '\0';
}

static bool explain_foreign(const sl_scene *scene, const sl_remark *remark,
                            const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  return sl_explain_letter(scene, error->line, error);
}

static bool explain_no_effect(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  size_t length, name = 0;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  if (code) code += strspn(code, " \t");
  while (code && sl_in_name(code[name])) name++;
  if (name > 0 && code[name] == ';') {
    sl_error_what(error, "%.*s is named and nothing is done with it", (int)name, code);
    sl_error_advice(error, "If it is a function, call it: %.*s();", (int)name, code);
    return true;
  }
  if (!sl_scene_line_has(scene, error->line, "==")) return false;
  sl_error_what(error, "this statement compares with == and does nothing with the outcome");
  sl_error_advice(error, "To give a variable a value, write =.");
  return true;
}

const sl_form sl_forms_warnings[] = {
    {"suggest parentheses around assignment used as truth value",
     "this condition assigns with = instead of comparing", "To compare, write == or !=.", NULL},
    {"using the result of an assignment as a condition without parentheses",
     "this condition assigns with = instead of comparing", "To compare, write == or !=.", NULL},
    {"suggest braces around empty body in an '%a' statement",
     "the ; after this %a is its whole body",
     "The statement that follows always runs: remove the ;.", NULL},
    {"%a statement has empty body", "the ; after this %a is its whole body",
     "The statement that follows always runs: remove the ;.", NULL},
    {"%a loop has empty body", "the ; after this %a is its whole body",
     "The statement that follows runs once: remove the ;.", NULL},
    {"statement has no effect", NULL, NULL, explain_no_effect},
    {"expression has no effect", NULL, NULL, explain_no_effect},
    {"equality comparison result unused", NULL, NULL, explain_no_effect},
    {"expression result unused", NULL, NULL, explain_no_effect},
    {"statement is a reference, not call, to function '%a'", "%a is named and not called",
     "Write %a();", NULL},
    {"'%a' is used uninitialized", "%a is used before it has a value", "", NULL},
    {"'%a' may be used uninitialized%.", "%a may be used before it has a value", "", NULL},
    {"variable '%a' is uninitialized when used here", "%a is used before it has a value", "", NULL},
    {"variable '%a' is used before its value is set", "%a is used before it has a value", "", NULL},
    {"unused variable '%a'", "%a is never used", "", NULL},
    {"variable '%a' was declared but never referenced", "%a is never used", "", NULL},
    {"variable '%a' set but not used", "%a gets a value that is never used", "", NULL},
    {"variable '%a' was set but never used", "%a gets a value that is never used", "", NULL},
    {"no return statement in function returning non-void",
     "this function must return a value, but ends without a return", "", NULL},
    {"non-void function does not return a value",
     "this function must return a value, but ends without a return", "", NULL},
    {"control reaches end of non-void function",
     "this function must return a value, but can end without a return", "", NULL},
    {"non-void function does not return a value in all control paths",
     "this function must return a value, but can end without a return", "", NULL},
    {"missing return statement at end of non-void function '%a'",
     "%a must return a value, but can end without a return", "", NULL},
    {"format '%a' expects argument of type '%c', but argument %. has type '%b'", NULL, NULL,
     explain_format},
    {"format specifies type '%c' but the argument has type '%b'", NULL, NULL, explain_format},
    {"treating Unicode character as whitespace", NULL, NULL, explain_foreign},
    {"this '%a' clause does not guard%.", "only the first statement after this %a belongs to it",
     "Put { } around all that belongs to it.", NULL},
    {"misleading indentation; statement is not part of the previous '%a'",
     "this statement does not belong to the %a above it, though its indentation says so",
     "Put { } around all that belongs to the %a.", NULL},
    {"argument is incompatible with corresponding format string conversion (expected type '%c' but "
     "argument has type '%b')",
     NULL, NULL, explain_format},
    {"too many arguments for format", "printf has more values than % conversions", "", NULL},
    {"data argument not used by format string", "printf has more values than % conversions", "",
     NULL},
    {"the format string ends before this argument", "printf has more values than % conversions", "",
     NULL},
    {"format '%a' expects a matching '%.' argument", "printf has more % conversions than values",
     "", NULL},
    {"more '%' conversions than data arguments", "printf has more % conversions than values", "",
     NULL},
    {"the format string requires additional arguments", "printf has more % conversions than values",
     "", NULL},
};
const size_t sl_num_forms_warnings = sizeof sl_forms_warnings / sizeof *sl_forms_warnings;
