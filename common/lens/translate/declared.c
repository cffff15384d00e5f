/* declared.c: finds declarations that CUDA does not accept: of kernels, of main, and of device
 * variables. As in rules.c, nvcc 13.0 also refuses each of these. */
#include "calls.h"

#include "syntax.h"

static void tell(const lens_checker *check, int token, const char *message) {
  lens_calls_error(check->source, check->text, token, "%s", message);
}

/* ---- functions ------------------------------------------------------------------------------- */

static const char *const constant[] = {"constexpr", "consteval", NULL};

/* Finds `std::initializer_list<int> name` among the parameters after `open`; −1: none. */
static int list_parameter(const lens_source *text, int open) {
  static const char *const ends[] = {",", ")", "=", NULL};
  for (int i = open + 1; i < text->tokens[open].match; i++) {
    if (!lens_source_is(text, i, "initializer_list") || !lens_source_is(text, i + 1, "<")) continue;
    int behind = lens_syntax_skip_angles(text, i + 1);
    if (behind > 0 && lens_source_is_identifier(text, behind) &&
        lens_source_is_one_of(text, behind + 1, ends))
      return i;
  }
  return -1;
}

static void check_function(const lens_checker *check, int token) {
  static const char *const device[] = {"__device__", "__global__", NULL};
  static const char *const host[] = {"__host__", NULL};
  const lens_source *text = check->text;
  int open = token + 1, start = lens_syntax_declaration_start(text, token);
  if (!lens_source_is(text, open, "(") || text->tokens[open].match < 0) return;
  if (!lens_syntax_at_namespace_scope(text, token) ||
      !lens_source_has_one_of(text, start, token, device))
    return;
  if (!lens_name_declares_function(text, token, open)) return;
  if (lens_source_is(text, token, "main") && text->tokens[token].parent < 0 &&
      !lens_source_has_one_of(text, start, token, host)) {
    tell(check, token, "main runs on the host; remove the word before it");
    return;
  }
  static const char *const kernel[] = {"__global__", NULL};
  if (!lens_source_has_one_of(text, start, token, kernel)) return;
  if (lens_source_has_one_of(text, start, token, constant))
    tell(check, token, "a kernel cannot be constexpr; remove the word");
  int list = list_parameter(text, open);
  if (list > 0)
    tell(check, list,
         "a kernel cannot take a std::initializer_list; pass a pointer to a device array");
}

/* ---- variables ------------------------------------------------------------------------------- */

static void check_words(const lens_checker *check, int token, int start, int name) {
  static const char *const local[] = {"thread_local", NULL};
  static const char *const fixed[] = {"const", "constexpr", NULL};
  static const char *const pointer[] = {"*", "(", "<", NULL};
  const lens_source *text = check->text;
  if (lens_source_has_one_of(text, start, name, local)) {
    tell(check, token, "a device variable cannot be thread_local; remove that word");
  } else if (lens_source_is(text, token, "__managed__") && lens_source_is(text, name - 1, "&")) {
    tell(check, token, "a __managed__ variable cannot be a reference");
  } else if (lens_source_is(text, token, "__managed__") &&
             lens_source_has_one_of(text, start, name, fixed) &&
             !lens_source_has_one_of(text, start, name, pointer)) {
    tell(check, token, "a __managed__ variable cannot be const; remove one of the two words");
  }
}

/* The only `{` of a class or structure with the name that the token spells; −1: none, or several.
 */
static int class_named(const lens_source *text, int token) {
  static const char *const kinds[] = {"struct", "class", NULL};
  static const char *const begins[] = {"{", ":", "<", "final", NULL};
  int found = -1;
  for (int i = 1; i < text->num_tokens; i++) {
    if (!lens_source_is_one_of(text, i - 1, kinds) || !lens_source_is_identifier(text, i) ||
        !lens_source_same_text(text, i, token))
      continue;
    if (!lens_source_is_one_of(text, i + 1, begins)) continue; /* only a mention, or a parameter */
    bool plain = lens_source_is(text, i + 1, "{") && !lens_source_is(text, i - 2, ">") && found < 0;
    if (!plain) return -1;
    found = i + 1;
  }
  return found;
}

/* Whether the class has a constructor without parameters that has code and is not constexpr. */
static bool is_built_by_code(const lens_source *text, int brace) {
  static const char *const constants[] = {"constexpr", "consteval", "template", NULL};
  for (int i = brace + 1; i < text->tokens[brace].match; i++) {
    if (text->tokens[i].parent != brace || !lens_source_same_text(text, i, brace - 1)) continue;
    if (!lens_source_is(text, i + 1, "(") || text->tokens[i + 1].match != i + 2) continue;
    if (lens_source_is(text, i - 1, "~")) continue;
    if (lens_source_has_one_of(text, lens_syntax_declaration_start(text, i), i, constants))
      return false;
    int behind = lens_source_is(text, i + 3, "noexcept") ? i + 4 : i + 3;
    if (lens_source_is(text, behind, ":")) return true;
    return lens_source_is(text, behind, "{") && text->tokens[behind].match > behind + 1;
  }
  return false;
}

/* Whether the token names a non-constant host variable that is declared exactly once. */
static bool is_host_variable(const lens_source *text, int token) {
  static const char *const others[] = {"const",       "constexpr",  "__device__", "__constant__",
                                       "__managed__", "typedef",    "using",      "enum",
                                       "extern",      "template",   "struct",     "class",
                                       "union",       "__global__", NULL};
  int found = -1;
  for (int i = 1; i < text->num_tokens; i++) {
    if (i == token || !lens_source_is_identifier(text, i) || !lens_source_same_text(text, i, token))
      continue;
    if (!lens_syntax_at_namespace_scope(text, i)) continue;
    int start = lens_syntax_declaration_start(text, i);
    if (lens_syntax_read_declarator(text, start).name != i) continue;
    bool plain = start < i && !lens_source_has_one_of(text, start, i, others) &&
                 (lens_source_is(text, i + 1, ";") || lens_source_is(text, i + 1, "="));
    if (!plain || found >= 0) return false;
    found = i;
  }
  return found >= 0 && found < token;
}

static void check_variable(const lens_checker *check, int token) {
  static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
  static const char *const others[] = {"template", "extern",     "typedef",
                                       "using",    "__global__", NULL};
  static const char *const ends[] = {";", ",", "[", NULL};
  const lens_source *text = check->text;
  if (!lens_source_is_one_of(text, token, spaces) || !lens_syntax_at_namespace_scope(text, token))
    return;
  int start = lens_syntax_declaration_start(text, token);
  lens_declarator variable = lens_syntax_read_declarator(text, start);
  int name = variable.name;
  if (name < token || variable.end < 0 || lens_source_is(text, name + 1, "(")) return;
  if (lens_source_has_one_of(text, start, name, others) || lens_source_is(text, name - 1, "::"))
    return;
  check_words(check, token, start, name);
  if (lens_source_is(text, token, "__managed__")) return;
  if (variable.initialiser < 0 && lens_source_is_one_of(text, name + 1, ends) &&
      lens_source_is_identifier(text, name - 1)) {
    int brace = class_named(text, name - 1);
    if (brace > 0 && is_built_by_code(text, brace))
      tell(check, name,
           "a device variable exists before any code runs, so its constructor must be constexpr, "
           "or empty");
  }
  int value = variable.initialiser + 1;
  if (lens_source_is(text, variable.initialiser, "=") && value + 1 == variable.end &&
      lens_source_is_identifier(text, value) && is_host_variable(text, value))
    tell(check, value,
         "a device variable needs a constant as its initial value, and this is a host variable; "
         "set it with cudaMemcpyToSymbol");
}

void lens_calls_check_declared(const lens_checker *check, int token) {
  check_function(check, token);
  check_variable(check, token);
}
