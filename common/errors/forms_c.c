/* forms_c.c: what compilers say of names, types, calls and headers. */
#include "errors/forms.h"

#include <stdio.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static bool explain_undeclared(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  (void)remark;
  if (strpbrk(captured->text[0], " <(:")) return false;
  for (const char *c = captured->text[0]; *c; c++) {
    if (((unsigned char)*c >= 0x80 || *c == '\\') && sl_explain_letter(scene, error->line, error))
      return true;
  }
  sl_explain_name(scene, captured->text[0], error);
  return true;
}

static bool explain_std(const sl_scene *scene, const sl_remark *remark, const sl_captured *captured,
                        sl_error *error) {
  static const char sign[] = "did you forget to '#include ";
  const char *name = captured->text[0], *header = NULL, *known = sl_header_of(name);
  (void)remark;
  for (size_t i = 0; i < scene->remarks->count && !header; i++) {
    header = strstr(scene->remarks->all[i].text, sign);
  }
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "std::%s is not declared", name);
  if (known) {
    sl_error_advice(error, "It comes with #include <%s> at the top of the file.", known);
  } else if (header) {
    header += sizeof sign - 1;
    sl_error_advice(error, "It comes with #include %.*s at the top of the file.",
                    (int)strcspn(header, "'"), header);
  } else {
    sl_error_advice(error, "A header is missing at the top of the file, or the name is misspelt.");
  }
  return true;
}

static bool explain_member(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  const char *type = captured->text[1], *name = captured->text[0];
  (void)remark, (void)scene;
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  if (strstr(type, "uint3") || strstr(type, "dim3")) {
    sl_error_what(error, "there is no .%s", name);
    sl_error_advice(error, "threadIdx, blockIdx, blockDim and gridDim have .x, .y and .z.");
    return true;
  }
  return false;
}

/* ---- operators ------------------------------------------------------------------------------- */

static bool has_star(const char *type) {
  return strchr(type, '*') && !strchr(type, '(');
}

static bool is_vector(const char *type) {
  return strstr(type, "uint3") || strstr(type, "dim3");
}

static bool say_vector(sl_error *error) {
  sl_error_what(error, "threadIdx, blockIdx, blockDim and gridDim have three parts: .x is missing");
  sl_error_advice(error, "For example blockIdx.x * blockDim.x + threadIdx.x.");
  return true;
}

static bool explain_operands(const sl_scene *scene, const sl_remark *remark,
                             const sl_captured *captured, sl_error *error) {
  const char *a = captured->text[0], *b = captured->text[1];
  if (is_vector(remark->text)) return say_vector(error);
  if (has_star(a) == has_star(b)) {
    bool floating = strstr(a, "real") || strstr(a, "float") || strstr(a, "double") ||
                    strstr(b, "real") || strstr(b, "float") || strstr(b, "double");
    if (has_star(a) || !floating || !sl_scene_line_has(scene, error->line, "%")) return false;
    sl_error_what(error, "%% is for whole numbers, and one of these is a floating-point number");
    return true;
  }
  const char *pointer = has_star(a) ? a : b, *number = has_star(a) ? b : a;
  if (!sl_explain_types(scene, pointer, number, error)) return false;
  sl_error_what(error, "a pointer (%s) is used in arithmetic as if it were a number", pointer);
  return true;
}

static void say_calculated(const char *name, sl_error *error) {
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "a pointer is used in arithmetic as if it were a number");
  sl_error_advice(error, "%s is the address of an array. Its elements are numbers: %s[…].", name,
                  name);
}

static bool explain_comparison(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  char name[SL_WORD];
  (void)remark;
  if (captured->text[0][0] && has_star(captured->text[0]) == has_star(captured->text[1]))
    return false;
  sl_error_what(error, "a pointer is compared with a number");
  sl_error_advice(error, "To compare with an element of an array, index it: name[i].");
  if (sl_find_bare_pointer(scene, error->line, name)) {
    (void)snprintf(error->mark, sizeof error->mark, "%s", name);
    sl_error_advice(error, "%s is the address of an array. Its elements are numbers: %s[…].", name,
                    name);
  }
  return true;
}

/* max(0, x[0]) */
static bool explain_ambiguous(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  char name[SL_WORD];
  const char *called = captured->text[0];
  (void)scene, (void)remark;
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(called, "("), called);
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "%s is given numbers of different types", name);
  sl_error_advice(error, "Give both the same type, as in %s((real)0, x).", name);
  return strcmp(name, "min") == 0 || strcmp(name, "max") == 0;
}

/* nvcc names no type. */
static bool explain_arithmetic(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  (void)captured;
  if (!code || remark->column < 0 || (size_t)remark->column >= length) return false;
  const char *at = code + remark->column;
  if (*at == '&') {
    sl_error_what(error, "an address is used in arithmetic as if it were a number");
    sl_error_advice(error, "The & takes the address of the variable: remove it.");
    return true;
  }
  size_t name = 0;
  while (sl_in_name(at[name])) name++;
  if (name == 0 || name >= SL_WORD || at[name + strspn(at + name, " ")] == '[') return false;
  (void)snprintf(error->mark, sizeof error->mark, "%.*s", (int)name, at);
  sl_error_what(error, "%.*s is used in arithmetic, but it is not a number", (int)name, at);
  sl_error_advice(error, "If it is an array, its elements are numbers: %.*s[…].", (int)name, at);
  return true;
}

static bool explain_whole(const sl_scene *scene, const sl_remark *remark,
                          const sl_captured *captured, sl_error *error) {
  size_t length;
  char name[SL_WORD];
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  (void)captured;
  if (!code || remark->column < 1 || (size_t)remark->column >= length) return false;
  const char *before = code + remark->column - 1;
  if (*before == '[') {
    sl_error_what(error, "an index must be a whole number");
    return true;
  }
  if (sl_find_bare_pointer(scene, error->line, name)) {
    say_calculated(name, error);
    return true;
  }
  if (sl_scene_line_has(scene, error->line, "%")) {
    sl_error_what(error, "%% is for whole numbers, and one of these is a floating-point number");
    return true;
  }
  return false;
}

/* ---- arrays and functions -------------------------------------------------------------------- */

static bool explain_index(const sl_scene *scene, const sl_remark *remark,
                          const sl_captured *captured, sl_error *error) {
  const char *types = captured->text[0], *open = strrchr(types, '[');
  (void)scene, (void)remark;
  char array[SL_CAPTURE];
  if (!open || open == types) return false;
  (void)snprintf(array, sizeof array, "%.*s", (int)(open - types), types);
  if (has_star(array)) {
    sl_error_what(error, "an index must be a whole number, and this one is %.*s",
                  (int)strcspn(open + 1, "]"), open + 1);
  } else {
    sl_error_what(error, "the value before [ ] is a number (%s), not an array", array);
    sl_error_advice(
        error,
        "Only arrays and pointers have elements: remove the index, or index the array you meant.");
  }
  return true;
}

/* The name in front of the first parenthesis, from a place in a line on, that the function declares
 * as a pointer. */
static bool find_called_array(const sl_scene *scene, int line, char *out) {
  const char *begin, *end;
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  if (!code || !sl_scene_function(scene, line, &begin, &end)) return false;
  for (const char *c = code; c < code + length; c++) {
    if (*c != '(') continue;
    const char *from = c;
    while (from > code && sl_in_name(from[-1])) from--;
    size_t name = from > code && strchr(".>", from[-1]) ? 0 : (size_t)(c - from);
    for (const char *d = begin; name > 0 && name < SL_WORD && d < code; d++) {
      if (*d == '*' && strncmp(d + 1, from, name) == 0 && !sl_in_name(d[1 + name])) {
        (void)snprintf(out, SL_WORD, "%.*s", (int)name, from);
        return true;
      }
    }
  }
  return false;
}

static bool explain_called(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  char name[SL_WORD];
  (void)remark, (void)captured;
  if (find_called_array(scene, error->line, name)) {
    (void)snprintf(error->mark, sizeof error->mark, "%s", name);
    sl_error_what(error, "%s is an array, not a function", name);
    sl_error_advice(error, "An element is written with square brackets: %s[…].", name);
    return true;
  }
  sl_error_what(error, "the name before ( ) is not a function");
  sl_error_advice(error, "An element of an array is written with [ ], a product with *.");
  return true;
}

/* The function that is called: nvcc marks the parenthesis behind its arguments; and what is
 * launched. */
static bool find_call(const sl_scene *scene, const sl_remark *remark, int line, char *out) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length), *end = NULL;
  if (!code) return false;
  const char *launch = strstr(code, "<<<");
  if (launch && launch < code + length) {
    end = launch;
  } else if (remark->column > 0 && (size_t)remark->column < length && code[remark->column] == ')') {
    int depth = 0;
    for (end = code + remark->column; end > code; end--) {
      depth += (*end == ')') - (*end == '(');
      if (depth == 0) break;
    }
  }
  const char *from = end;
  while (from && from > code && sl_in_name(from[-1])) from--;
  if (!end || from == end || end - from >= SL_WORD) return false;
  (void)snprintf(out, SL_WORD, "%.*s", (int)(end - from), from);
  return true;
}

/* "too few arguments to function 'real f(int, int)'" */
static bool explain_count(const sl_scene *scene, const sl_remark *remark,
                          const sl_captured *captured, sl_error *error) {
  const char *how = captured->text[0], *head = captured->text[1], *open = strchr(head, '(');
  char name[SL_WORD];
  const char *from = open;
  while (from && from > head && sl_in_name(from[-1])) from--;
  if (!open || from == open) {
    if (find_call(scene, remark, error->line, name)) {
      (void)snprintf(error->mark, sizeof error->mark, "%s", name);
      sl_error_what(error, "%s is given too %s arguments", name, how);
      sl_error_advice(error, "Compare them with its parameters, one by one.");
      return true;
    }
    sl_error_what(error, "a call in this line has too %s arguments", how);
    sl_error_advice(error, "Compare it with the parameters where the function is declared.");
    return true;
  }
  (void)snprintf(error->mark, sizeof error->mark, "%.*s", (int)(open - from), from);
  sl_error_what(error, "%.*s is given too %s arguments", (int)(open - from), from, how);
  sl_error_advice(error, "It takes %s.", open);
  return true;
}

/* "cannot convert 'a' to 'b'" in its many ways. */
static bool explain_conversion(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  if (!sl_explain_types(scene, captured->text[0], captured->text[1], error)) return false;
  const sl_remark *all = scene->remarks->all;
  for (const sl_remark *m = remark + 1; m < all + scene->remarks->count; m++) {
    if (m->kind != SL_REMARK_ERROR || m->own_line != error->line) continue;
    error->mark[0] = '\0';
    sl_error_advice(error,
                    "More than one argument does not fit. Compare them with the parameters, one "
                    "by one: is one missing, or are two exchanged?");
  }
  return true;
}

/* ---- const, return, twice -------------------------------------------------------------------- */

/* Whether a condition of the line has a single =, as in if (row = num_rows). */
static bool assigns_in_condition(const char *code, size_t length) {
  static const char *const words[] = {"if", "while"};
  for (size_t at = 0; at < length; at++) {
    bool begins = at == 0 || !sl_in_name(code[at - 1]);
    for (size_t w = 0; begins && w < sizeof words / sizeof *words; w++) {
      const char *open = code + at + strlen(words[w]);
      if (strncmp(code + at, words[w], strlen(words[w])) != 0) continue;
      open += strspn(open, " \t");
      if (*open != '(') continue;
      int depth = 0;
      for (const char *c = open; c < code + length; c++) {
        depth += (*c == '(') - (*c == ')');
        if (depth == 0) break;
        if (*c == '=' && c[1] != '=' && !strchr("=!<>+-*/%&|^", c[-1])) return true;
      }
    }
  }
  return false;
}

static bool explain_read_only(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  (void)remark, (void)captured;
  if (!code) return false;
  if (assigns_in_condition(code, length)) {
    sl_error_what(error, "this condition assigns with =, to something that is const");
    sl_error_advice(error, "Did you mean to compare? Write == or !=.");
    return true;
  }
  const char *at = code + strspn(code, " \t(+-*");
  size_t name = 0;
  while (sl_in_name(at[name])) name++;
  bool element = at[name + strspn(at + name, " ")] == '[';
  if (name > 0 && name < SL_WORD && element) {
    (void)snprintf(error->mark, sizeof error->mark, "%.*s", (int)name, at);
    sl_error_what(error, "%.*s is const, but this line writes to it", (int)name, at);
    sl_error_advice(error, "const promises that the array is only read. Did you mean another one?");
  } else {
    sl_error_what(error, "this line changes something that is const");
    sl_error_advice(error, "const promises that it never changes. Remove const where it is "
                           "declared, or write to another variable.");
  }
  return true;
}

static bool explain_lvalue(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  size_t length, name = 0;
  char word[SL_WORD];
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  if (!code) return false;
  code += strspn(code, " \t(+-*");
  while (sl_in_name(code[name])) name++;
  (void)snprintf(word, sizeof word, "%.*s", (int)name, code);
  if (sl_is_const(scene, error->line, word)) {
    return explain_read_only(scene, remark, captured, error);
  }
  sl_error_what(error, "what is left of = cannot be given a value");
  sl_error_advice(error, "A variable or an element of an array can. To compare, write == or !=.");
  return true;
}

static bool explain_declared_twice(const sl_scene *scene, const sl_remark *remark,
                                   const sl_captured *captured, sl_error *error) {
  const char *text = captured->text[0], *end = text + strlen(text), *from;
  int before = 0;
  if (strchr(text, '(')) return false;
  for (from = end; from > text && sl_in_name(from[-1]);) from--;
  if (from == end) return false;
  for (const sl_remark *m = remark + 1; m < scene->remarks->all + scene->remarks->count; m++) {
    if (m->kind != SL_REMARK_NOTE) break;
    if (strstr(m->text, "previous") && m->own_line) before = m->own_line;
  }
  (void)snprintf(error->mark, sizeof error->mark, "%s", from);
  sl_error_what(error, "%s is declared twice", from);
  if (strstr(remark->text, "shadows a parameter"))
    sl_error_advice(error,
                    "It is already a parameter of the function: use that, or choose another name.");
  else if (before && before != error->line)
    sl_error_advice(error,
                    "Line %d declares it already. To give it a new value, remove the type: "
                    "%s = …;",
                    before, from);
  else
    sl_error_advice(error, "To give it a new value, remove the type: %s = …;", from);
  return true;
}

static bool explain_defined_twice(const sl_scene *scene, const sl_remark *remark,
                                  const sl_captured *captured, sl_error *error) {
  const char *text = captured->text[0], *open = strchr(text, '(');
  const char *end = open ? open : text + strlen(text), *from = end;
  int before = 0;
  while (from > text && sl_in_name(from[-1])) from--;
  if (from == end) return false;
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  const char *at = code ? strstr(code, from) : NULL; /* clang says so of variables too */
  if (!open && at && at[strlen(from)] != '(') {
    return explain_declared_twice(scene, remark, captured, error);
  }
  for (const sl_remark *m = remark + 1; m < scene->remarks->all + scene->remarks->count; m++) {
    if (m->kind != SL_REMARK_NOTE) break;
    if (strstr(m->text, "previous") && m->own_line) before = m->own_line;
  }
  const char *nvcc = strstr(remark->text, "previous definition at line ");
  if (nvcc && sscanf(nvcc, "previous definition at line %d", &before) != 1) before = 0;
  (void)snprintf(error->mark, sizeof error->mark, "%.*s", (int)(end - from), from);
  sl_error_what(error, "%.*s is defined twice", (int)(end - from), from);
  if (before) sl_error_advice(error, "Line %d defines it already: remove one of them.", before);
  return true;
}

static const char returns_nothing[] =
    "A kernel writes its results through a pointer, as in y[row] = sum. To end a thread early, "
    "write return; alone.";

/* ---- headers --------------------------------------------------------------------------------- */

static bool explain_header(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  const char *name = captured->text[0];
  (void)remark;
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  error->whole = true;
  sl_error_what(error, "there is no header called %s", name);
  if (scene->header && (int)strlen(name) >= 4 && strcmp(name, scene->header) != 0) {
    size_t same = 0, length = strlen(scene->header);
    while (same < length && name[same] == scene->header[same]) same++;
    size_t tail = 0, own = strlen(name);
    while (tail + same < length && tail + same < own &&
           name[own - 1 - tail] == scene->header[length - 1 - tail])
      tail++;
    if (same + tail + 2 >= length && same + tail + 2 >= own) {
      sl_error_advice(error, "Did you mean #include \"%s\"?", scene->header);
      return true;
    }
  }
  if (strncmp(name, "helper_", 7) == 0)
    sl_error_advice(error, "It belongs to NVIDIA's examples, not to CUDA. Remove it.");
  else
    sl_error_advice(error, "Check its name. Your own headers must be in the folder of your file.");
  return true;
}

static bool explain_subset(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  (void)scene, (void)remark;
  sl_error_what(error, "the lens has no <%s>: %s", captured->text[0], captured->text[1]);
  return true;
}

const sl_form sl_forms_c[] = {
    {"'%a' was not declared in this scope%.", NULL, NULL, explain_undeclared},
    {"'%a' has not been declared", NULL, NULL, explain_undeclared},
    {"'%a' does not name a type%.", NULL, NULL, explain_undeclared},
    {"use of undeclared identifier '%a'%.", NULL, NULL, explain_undeclared},
    {"unknown type name '%a'%.", NULL, NULL, explain_undeclared},
    {"identifier '%a' is undefined", NULL, NULL, explain_undeclared},
    {"there are no arguments to '%a' that depend on a template parameter%.", NULL, NULL,
     explain_undeclared},
    {"'%a' is not a member of 'std'%.", NULL, NULL, explain_std},
    {"no member named '%a' in namespace 'std'%.", NULL, NULL, explain_std},
    {"namespace 'std' has no member '%a'", NULL, NULL, explain_std},
    {"no template named '%a' in namespace 'std'%.", NULL, NULL, explain_std},
    {"'%b' has no member named '%a'%.", NULL, NULL, explain_member},
    {"no member named '%a' in '%b'%.", NULL, NULL, explain_member},
    {"class '%b' has no member '%a'", NULL, NULL, explain_member},

    {"%a: No such file or directory", NULL, NULL, explain_header},
    {"'%a' file not found", NULL, NULL, explain_header},
    {"<%a>: %b", NULL, NULL, explain_subset},

    {"no match for 'operator%.' (operand types are '%a' and '%b')", NULL, NULL, explain_operands},
    {"invalid operands of types '%a' and '%b' to binary %.", NULL, NULL, explain_operands},
    {"invalid operands to binary expression ('%a' and '%b')", NULL, NULL, explain_operands},
    {"no operator '%.' matches these operands%.", NULL, NULL, explain_operands},
    {"expression must have arithmetic or unscoped enum type", NULL, NULL, explain_arithmetic},
    {"expression must have integral or unscoped enum type", NULL, NULL, explain_whole},
    {"call of overloaded '%a' is ambiguous", NULL, NULL, explain_ambiguous},
    {"call to '%a' is ambiguous", NULL, NULL, explain_ambiguous},
    {"more than one instance of overloaded function '%a' matches the argument list%.", NULL, NULL,
     explain_ambiguous},
    {"array subscript is not an integer", "an index must be a whole number", "", NULL},
    {"base operand of '->' has non-pointer type '%a'", "-> is for pointers, and this is not one",
     "Use a dot: threadIdx.x.", NULL},
    {"member reference type '%a' is not a pointer%.", "-> is for pointers, and this is not one",
     "Use a dot: threadIdx.x.", NULL},
    {"operator -> or ->* applied to '%a' instead of to a pointer type",
     "-> is for pointers, and this is not one", "Use a dot: threadIdx.x.", NULL},

    {"invalid types '%a' for array subscript", NULL, NULL, explain_index},
    {"subscripted value is not an array, pointer, or vector",
     "the value before [ ] is a number, not an array",
     "Only arrays and pointers have elements: remove the index, or index the array you meant.",
     NULL},
    {"expression must have pointer-to-object type but it has type '%a'",
     "the value before [ ] is a number (%a), not an array",
     "Only arrays and pointers have elements: remove the index, or index the array you meant.",
     NULL},
    {"invalid type argument of unary '*' (have '%a')",
     "* is applied to a number (%a), not to an address", "Remove the *.", NULL},
    {"indirection requires pointer operand ('%a' invalid)",
     "* is applied to a number (%a), not to an address", "Remove the *.", NULL},
    {"operand of '*' must be a pointer but has type '%a'",
     "* is applied to a number (%a), not to an address", "Remove the *.", NULL},
    {"'%a' cannot be used as a function", NULL, NULL, explain_called},
    {"expression cannot be used as a function", NULL, NULL, explain_called},
    {"called object type '%a' is not a function or function pointer", NULL, NULL, explain_called},
    {"expression preceding parentheses of apparent call must have (pointer-to-) function type",
     NULL, NULL, explain_called},

    {"too %a arguments to function '%b'", NULL, NULL, explain_count},
    {"too %a arguments to function", NULL, NULL, explain_count},
    {"too %a arguments to function call%.", NULL, NULL, explain_count},
    {"too %a arguments in function call", NULL, NULL, explain_count},

    {"cannot convert '%a' to '%b' in %.", NULL, NULL, explain_conversion},
    {"cannot convert '%a' to '%b'", NULL, NULL, explain_conversion},
    {"invalid conversion from '%a' to '%b'", NULL, NULL, explain_conversion},
    {"cannot initialize a variable of type '%b' with an %.value of type '%a'", NULL, NULL,
     explain_conversion},
    {"cannot initialize a parameter of type '%b' with an %.value of type '%a'", NULL, NULL,
     explain_conversion},
    {"assigning to '%b' from incompatible type '%a'%.", NULL, NULL, explain_conversion},
    {"assigning to '%b' from '%a' discards qualifiers", NULL, NULL, explain_conversion},
    {"a value of type '%a' cannot be used to initialize an entity of type '%b'", NULL, NULL,
     explain_conversion},
    {"a value of type '%a' cannot be assigned to an entity of type '%b'", NULL, NULL,
     explain_conversion},
    {"argument of type '%a' is incompatible with parameter of type '%b'", NULL, NULL,
     explain_conversion},
    {"ISO C++ forbids comparison between pointer and integer%.", NULL, NULL, explain_comparison},
    {"comparison between pointer and integer%.", NULL, NULL, explain_comparison},
    {"operand types are incompatible ('%a' and '%b')", NULL, NULL, explain_comparison},

    {"expression must be a modifiable lvalue", NULL, NULL, explain_lvalue},
    {"lvalue required as %.", "what is left of = cannot be given a value",
     "A variable or an element of an array can. To compare, write == or !=.", NULL},
    {"expression is not assignable", "what is left of = cannot be given a value",
     "A variable or an element of an array can. To compare, write == or !=.", NULL},
    {"assignment of read-only %.", NULL, NULL, explain_read_only},
    {"increment of read-only %.", NULL, NULL, explain_read_only},
    {"decrement of read-only %.", NULL, NULL, explain_read_only},
    {"read-only variable is not assignable", NULL, NULL, explain_read_only},
    {"cannot assign to %. with const-qualified type %.", NULL, NULL, explain_read_only},
    {"cannot assign to %.const%.", NULL, NULL, explain_read_only},
    {"return-statement with a value, in function returning 'void'",
     "this function returns void, so its return cannot have a value", returns_nothing, NULL},
    {"void function '%a' should not return a value",
     "%a returns void, so its return cannot have a value", returns_nothing, NULL},
    {"return value type does not match the function type",
     "the value of this return does not have the type that the function returns",
     "A kernel returns void, and writes its results through a pointer, as in y[row] = sum.", NULL},
    {"return-statement with no value, in function returning '%a'",
     "this return has no value, but the function returns %a", "", NULL},
    {"non-void function '%a' should return a value", "this return has no value, but %a returns one",
     "", NULL},
    {"redeclaration of '%a'", NULL, NULL, explain_declared_twice},
    {"declaration of '%a' shadows a parameter", NULL, NULL, explain_declared_twice},
    {"redefinition of '%a' as different kind of symbol", NULL, NULL, explain_declared_twice},
    {"'%a' has already been declared in the current scope", NULL, NULL, explain_declared_twice},
    {"redefinition of '%a'%.", NULL, NULL, explain_defined_twice},
    {"function '%a' has already been defined (%.", NULL, NULL, explain_defined_twice},
};
const size_t sl_num_forms_c = sizeof sl_forms_c / sizeof *sl_forms_c;
