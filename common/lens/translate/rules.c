/* rules.c: finds constructs other than calls that C++ allows and CUDA does not. The checks
 * recognise code by its form, so they report an error only if the code can mean nothing else. nvcc
 * 13.0 refuses each of these constructs. */
#include "calls.h"

#include "syntax.h"

#include <string.h>

static bool is_on_device(lens_context where) {
  return where == LENS_ON_DEVICE || where == LENS_ON_BOTH;
}

static void tell(const lens_checker *check, int token, const char *message) {
  lens_calls_error(check->source, check->text, token, "%s", message);
}

/* ---- words ----------------------------------------------------------------------------------- */

typedef struct rule {
  const char *word, *message;
} rule;

static const rule words[] = {
    {"try", "device code cannot catch exceptions; return an error number instead"},
    {"throw", "device code cannot throw exceptions; return an error number, or use assert"},
    {"dynamic_cast",
     "dynamic_cast does not exist on the device; store the kind of the object in a member"},
    {"typeid", "typeid does not exist on the device; store the kind of the object in a member"},
    {"thread_local",
     "each CUDA thread has its own local variables; thread_local is for host threads"},
};

static void check_word(const lens_checker *check, int token) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (lens_source_is(check->text, token, words[i].word) &&
        is_on_device(lens_calls_context(check->text, token)) && lens_calls_counts(check, token))
      tell(check, token, words[i].message);
  }
}

/* ---- places of variables --------------------------------------------------------------------- */

/* Whether the declaration around the token has this word before its declarator. */
static bool is_declared_with(const lens_source *text, int token, const char *word) {
  int start = lens_syntax_declaration_start(text, token),
      name = lens_syntax_read_declarator(text, start).name;
  for (int i = start; i < name; i++) {
    if (lens_source_is(text, i, word)) return true;
  }
  return false;
}

/* Whether the word at `token` specifies a variable that a statement of a function declares. False
 * for a lambda's variable, a parameter, a member of a class, and a function. */
static bool declares_local(const lens_source *text, int token) {
  int parent = text->tokens[token].parent;
  if (parent < 0 || !lens_source_is(text, parent, "{")) return false;
  if (lens_syntax_read_brace(text, parent).kind != LENS_BRACE_FUNCTION) return false;
  int start = lens_syntax_declaration_start(text, token);
  for (int i = start; i < token; i++) {
    if (lens_source_is(text, i, "]") || lens_source_is(text, i, ")") ||
        lens_source_is(text, i, "="))
      return false;
  }
  lens_declarator variable = lens_syntax_read_declarator(text, start);
  return variable.name > token && variable.end > 0 && !lens_source_is(text, variable.name + 1, "(");
}

static void check_place(const lens_checker *check, int token) {
  static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
  const lens_source *text = check->text;
  bool shared = lens_source_is(text, token, "__shared__");
  if ((!shared && !lens_source_is_one_of(text, token, spaces)) || !declares_local(text, token))
    return;
  bool is_static = is_declared_with(text, token, "static"),
       is_extern = is_declared_with(text, token, "extern");
  lens_context where = lens_calls_context(text, token);
  bool of_host = where == LENS_ON_HOST || (where == LENS_ON_BOTH && !is_extern);
  if (shared && of_host && lens_calls_counts(check, token)) {
    tell(check, token,
         "a host function cannot have __shared__ variables; declare it in the kernel, or in a "
         "__device__ function");
  } else if (!shared && !is_static && !is_extern && lens_calls_counts(check, token)) {
    tell(check, token,
         "a device variable cannot be declared in a function; declare it outside of all functions, "
         "or remove the word");
  }
}

/* ---- first values ---------------------------------------------------------------------------- */

/* Checks the initial value of a device variable: it is set before any code runs, so it cannot be a
 * call. Calls of constexpr functions are allowed; the table of names lists these as
 * LENS_NAME_OTHER. */
static void check_first_value(const lens_checker *check, int token) {
  static const char *const spaces[] = {"__device__", "__constant__", NULL};
  const lens_source *text = check->text;
  if (!lens_source_is_one_of(text, token, spaces) || !lens_syntax_at_namespace_scope(text, token))
    return;
  int start = lens_syntax_declaration_start(text, token);
  if (lens_source_is(text, start, "template")) return;
  lens_declarator variable = lens_syntax_read_declarator(text, start);
  if (variable.name < token || !lens_source_is(text, variable.initialiser, "=")) return;
  for (int i = variable.initialiser; i < variable.end; i++) {
    const lens_name *name = lens_name_of(&check->names, i);
    unsigned is = lens_source_is_identifier(text, i) ? name->is : 0;
    bool called = lens_name_call_after(text, i) >= 0 && !lens_source_is(text, i - 1, "::");
    if (!called || (is != LENS_NAME_HOST && is != LENS_NAME_DEVICE && is != LENS_NAME_BOTH))
      continue;
    tell(check, i,
         "a device variable needs a constant as its initial value, not a call; set it with "
         "cudaMemcpyToSymbol, or make the function constexpr");
    return;
  }
}

/* ---- lengths --------------------------------------------------------------------------------- */

/* The `(` of the parameters of the function, or lambda, around the token; −1: not found. */
static int parameters_around(const lens_source *text, int token) {
  int brace = lens_syntax_function_brace(text, token);
  for (int i = brace - 1; i > 0 && brace >= 0; i--) {
    if (lens_source_is(text, i, ";") || lens_source_is(text, i, "}")) return -1;
    if (!lens_source_is(text, i, ")")) continue;
    int open = text->tokens[i].match;
    if (open > 0 && lens_source_is_identifier(text, open - 1) &&
        lens_syntax_skip_attribute(text, open - 1) == open - 1)
      return open;
    i = open > 0 ? open : i;
  }
  return -1;
}

/* Whether the token names a parameter of the function around it: a name after a type, and before a
 * comma, a `)` or a default argument. */
static bool is_parameter(const lens_source *text, int token) {
  static const char *const ends[] = {",", ")", "=", NULL};
  int open = parameters_around(text, token);
  for (int i = open + 1; open >= 0 && i < text->tokens[open].match; i++) {
    if (lens_source_is_identifier(text, i) && lens_source_same_text(text, i, token) &&
        lens_syntax_ends_type(text, i - 1) && lens_source_is_one_of(text, i + 1, ends))
      return true;
  }
  return false;
}

static bool varies(const lens_source *text, int token) {
  static const char *const sizes[] = {"blockDim", "gridDim", "threadIdx", "blockIdx", NULL};
  static const char *const joints[] = {".", "->", "::", "sizeof", NULL};
  if (!lens_source_is_identifier(text, token) || lens_source_is_one_of(text, token - 1, joints))
    return false;
  if (lens_source_is(text, token + 1, "::")) return false; /* a namespace of the same name */
  return lens_source_is_one_of(text, token, sizes) || is_parameter(text, token);
}

static bool is_shared(const lens_source *text, int token) {
  for (int i = lens_syntax_declaration_start(text, token); i < token; i++) {
    if (lens_source_is(text, i, "__shared__")) return true;
  }
  return false;
}

/* Checks arrays such as `float part[n];` whose length is known only when the kernel runs. For
 * __shared__ arrays, the compiler reports this. */
static void check_length(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  int open = token + 1;
  bool declared = lens_source_is(text, open, "[") && lens_source_is_identifier(text, token - 1) &&
                  lens_syntax_ends_type(text, token - 1) && !lens_syntax_is_type_word(text, token);
  if (!declared || !lens_source_is(text, text->tokens[token].parent, "{")) return;
  if (!is_on_device(lens_calls_context(text, token)) || lens_source_is(text, token - 1, "new"))
    return;
  if (is_shared(text, token)) return;
  for (int i = open + 1; i < text->tokens[open].match; i++) {
    int match = text->tokens[i].match;
    if (match > i) i = match; /* sizeof(x), f<n>() and similar */
    if (!varies(text, i) || !lens_calls_counts(check, token)) continue;
    tell(check, token,
         "the length of an array must be known when the kernel is compiled; use a constant, or "
         "extern __shared__ memory whose size the launch gives");
    return;
  }
}

/* Checks `static int n = parameter;` in device code. */
static void check_static(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  if (!lens_source_is(text, token, "static") || !is_on_device(lens_calls_context(text, token)))
    return;
  if (!declares_local(text, token)) return;
  lens_declarator variable =
      lens_syntax_read_declarator(text, lens_syntax_declaration_start(text, token));
  if (!lens_source_is(text, variable.initialiser, "=")) return;
  for (int i = variable.initialiser; i < variable.end; i++) {
    if (lens_source_is(text, i, "sizeof") && text->tokens[i + 1].match > i)
      i = text->tokens[i + 1].match;
    if (!varies(text, i) || !lens_calls_counts(check, token)) continue;
    tell(check, token,
         "a static variable in device code needs a constant as its initial value; assign the value "
         "after the declaration");
    return;
  }
}

/* ---- functions and variables of the host ---------------------------------------------------- */

/* Checks whether device code names a host function without calling it, which takes its address. */
static void check_address(const lens_checker *check, int token) {
  static const char *const before[] = {".",     "->",     "::",       "goto", "class", "struct",
                                       "union", "enum",   "typename", "case", "new",   "namespace",
                                       "using", "sizeof", "decltype", NULL};
  static const char *const behind[] = {"(", "<", "::", "{", ":", "[", NULL};
  const lens_source *text = check->text;
  if (lens_name_of(&check->names, token)->is != LENS_NAME_HOST) return;
  if (lens_source_is_one_of(text, token - 1, before) ||
      lens_source_is_one_of(text, token + 1, behind))
    return;
  if (lens_source_is_identifier(text, token - 1) && lens_syntax_ends_type(text, token - 1)) return;
  if (lens_calls_context(text, token) == LENS_ON_DEVICE && lens_calls_counts(check, token))
    tell(check, token,
         "this is a host function, which device code cannot use; put __device__, or __host__ "
         "__device__, in front of it");
}

/* Checks for a definition of atomicAdd for double, which CUDA's manual shows for old GPUs, in a
 * file for newer GPUs. */
static void check_own_atomic(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  int open = token + 1;
  if (!lens_source_is(text, token, "atomicAdd") || !lens_source_is(text, open, "(")) return;
  int close = text->tokens[open].match;
  bool defined = close > open && lens_source_is(text, close + 1, "{") &&
                 lens_syntax_at_namespace_scope(text, token);
  bool of_doubles = lens_source_is(text, open + 1, "double") && lens_source_is(text, open + 2, "*");
  for (int i = open + 3; i < close; i++) {
    if (lens_source_is(text, i, ","))
      of_doubles = of_doubles && lens_source_is(text, i + 1, "double");
  }
  if (defined && of_doubles && lens_name_declares_function(text, token, open) &&
      !lens_calls_may_be_left_out(check, token))
    tell(check, token,
         "CUDA has atomicAdd(double *, double) itself, for GPUs of compute capability 6.0 and "
         "newer, and nvcc refuses a second definition; remove yours, or give it another name");
}

/* ---- lambdas --------------------------------------------------------------------------------- */

/* Whether the lambda whose `[` is at `token` is declared for a side, or is called at once. */
static bool may_be_passed(const lens_source *text, int token) {
  int i = text->tokens[token].match + 1;
  if (i <= token + 1) return true;
  for (; i < text->num_tokens && !lens_source_is(text, i, "{"); i++) {
    if (lens_syntax_space_word(text, i) || lens_source_is(text, i, ";")) return true;
    if (text->tokens[i].match > i) i = text->tokens[i].match;
  }
  int end = i < text->num_tokens ? text->tokens[i].match : -1;
  return end < 0 || lens_source_is(text, end + 1, "(");
}

/* Whether the kernel of this name is a template, which can take any type. */
static bool is_kernel_template(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  if (lens_name_of(&check->names, token)->is != LENS_NAME_KERNEL) return false;
  for (int i = 0; i < token; i++) {
    if (lens_source_is_identifier(text, i) && lens_source_same_text(text, i, token) &&
        lens_source_is(text, i + 1, "("))
      return lens_source_is(text, lens_syntax_declaration_start(text, i), "template");
  }
  return false;
}

/* Whether the argument is the name of a lambda without a declared side: `auto f = [`. */
static bool names_lambda_of_host(const lens_source *text, int token) {
  static const char *const ends[] = {",", ")", NULL};
  if (!lens_source_is_identifier(text, token) || !lens_source_is_one_of(text, token + 1, ends))
    return false;
  int brace = lens_syntax_function_brace(text, token);
  for (int i = token - 1; i > brace && brace >= 0; i--) {
    if (!lens_source_is_identifier(text, i) || !lens_source_same_text(text, i, token)) continue;
    if (lens_source_is(text, i - 1, "auto") && lens_source_is(text, i + 1, "="))
      return lens_source_is(text, i + 2, "[") && !may_be_passed(text, i + 2);
  }
  return false;
}

static void check_lambdas(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  int launch = lens_name_call_after(text, token), open = launch;
  if (launch < 0 || !lens_source_is_launch(text, launch) || !is_kernel_template(check, token))
    return;
  while (open < text->num_tokens && !lens_source_is(text, open, ";") &&
         !(lens_source_is(text, open - 1, ">") && lens_source_is(text, open, "("))) {
    int match = text->tokens[open].match;
    open = match > open ? match + 1 : open + 1;
  }
  if (!lens_source_is(text, open, "(")) return;
  for (int i = open + 1; i < text->tokens[open].match; i++) {
    bool first = lens_source_is(text, i - 1, ",") || i == open + 1;
    bool lambda = lens_source_is(text, i, "[") && !may_be_passed(text, i);
    if (first && (lambda || names_lambda_of_host(text, i)))
      tell(check, i,
           "a lambda that runs in a kernel needs __device__ after its [], and nvcc needs the "
           "option --extended-lambda");
    if (text->tokens[i].match > i) i = text->tokens[i].match;
  }
}

void lens_calls_check_rules(const lens_checker *check, int token) {
  check_word(check, token);
  check_place(check, token);
  check_first_value(check, token);
  check_length(check, token);
  check_static(check, token);
  check_address(check, token);
  check_lambdas(check, token);
  check_own_atomic(check, token);
}
