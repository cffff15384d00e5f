/* symbols.c: rewrites `__device__`, `__constant__` and `__managed__` variables at namespace scope,
 * and static ones in functions. Static variables in kernels belong to the device even without a
 * specifier.
 *
 * The variables become static variables (with -rdc=true, variables of the whole program), which all
 * host threads share. After its declaration, each variable is registered with the runtime, so that
 * its accesses are counted and its name is known.
 *
 * Only the compiler knows the instances of a variable template. So the template is renamed, and its
 * name becomes a reference, which registers its target. */
#include "parameters.h"
#include "rewrite.h"
#include "syntax.h"

static const char *const keywords[] = {"__device__", "__constant__", "__managed__", NULL};

/* Whether the declaration defines variables: not a function, type, template or extern. */
static bool declares_variables(const lens_source *source, int start, const lens_declarator *first) {
  static const char *const others[] = {"extern",   "typedef",    "using", "friend",
                                       "operator", "__global__", NULL};
  if (first->name < 0 || first->end < 0 ||
      lens_source_has_one_of(source, start, first->name + 1, others))
    return false;
  if (lens_source_is(source, first->name + 1, "(")) return false; /* a function */
  return !lens_source_is(source, first->name - 1, "::") &&
         !lens_source_is(source, first->name - 1, "struct") &&
         !lens_source_is(source, first->name - 1, "class");
}

/* Registers the variables of a declaration. In a function (`local`), a static object would be made
 * only when the function first runs, so a class that describes the variable is registered before
 * main. */
static void register_variables(const lens_source *source, lens_declarator variable,
                               const char *kind, bool local, lens_edits *edits) {
  lens_text text = {0};
  for (;;) {
    const lens_token *name = &source->tokens[variable.name];
    if (local)
      lens_text_printf(&text,
                       " struct lens_local_%d { static lens_shim::registered_symbol about() { "
                       "return {\"",
                       variable.name);
    else
      lens_text_printf(&text, " static lens_shim::registered_symbol lens_symbol_%d(\"",
                       variable.name);
    lens_text_add(&text, name->text, name->length);
    lens_text_add_string(&text, "\", ");
    lens_text_add(&text, name->text, name->length);
    if (local)
      lens_text_printf(&text, ", %s}; } }; (void)&lens_shim::local_symbol<lens_local_%d>::known;",
                       kind, variable.name);
    else
      lens_text_printf(&text, ", %s);", kind);
    if (kind[0] == '1') {
      lens_text_add_string(&text, " static_assert(sizeof(");
      lens_text_add(&text, name->text, name->length);
      lens_text_add_string(&text, ") <= 65536, \"there are 64 KB of __constant__ memory\");");
    }
    if (!lens_source_is(source, variable.end, ",")) break;
    lens_declarator next = lens_syntax_read_declarator(source, variable.end + 1);
    if (next.name < 0 || next.end < 0) break; /* the compiler will report the error */
    variable = next;
  }
  lens_edit_take(edits, lens_edit_after, variable.end, &text);
}

/* ---- templates ------------------------------------------------------------------------------- */

/* `template <…> __device__ T name[4];` */
typedef struct variable_template {
  lens_declarator variable;
  int open, close; /* the `<` and `>` after `template` */
  bool special;    /* the declaration is a specialisation: its name has arguments */
} variable_template;

static bool read_template(const lens_source *source, int keyword, variable_template *out) {
  int start = lens_syntax_declaration_start(source, keyword);
  if (!lens_source_is(source, start, "template") || !lens_source_is(source, start + 1, "<"))
    return false;
  int behind = lens_syntax_skip_angles(source, start + 1);
  if (behind < 0 || behind > keyword) return false;
  *out = (variable_template){lens_syntax_read_declarator(source, behind), start + 1, behind - 1,
                             false};
  if (!declares_variables(source, behind, &out->variable)) return false;
  int next = out->variable.name + 1;
  out->special = lens_source_is(source, next, "<");
  return !out->special || !lens_source_is(source, lens_syntax_skip_angles(source, next), "(");
}

/* The token of the name of the template of which `name` is a specialisation; −1: not found. */
static int primary_of(const lens_source *source, int name) {
  variable_template found;
  for (int i = 0; i < name; i++) {
    if (lens_source_is_one_of(source, i, keywords) && read_template(source, i, &found) &&
        !found.special && lens_source_same_text(source, found.variable.name, name))
      return found.variable.name;
  }
  return -1;
}

static void rename_variable(int name, int number, lens_edits *edits) {
  lens_text text = {0};
  lens_text_printf(&text, "lens_variable_%d", number);
  lens_edit_take(edits, lens_edit_replace, name, &text);
}

/* Adds, after the template, a class that describes each instance, and a reference with the name of
 * the variable. */
static void refer_to_instances(const lens_source *source, const variable_template *it,
                               const char *arguments, const char *kind, lens_edits *edits) {
  int number = it->variable.name;
  const lens_token *name = &source->tokens[number];
  lens_text head = {0}, text = {0};
  lens_text_add_string(&head, "template ");
  lens_syntax_join_tokens(source, it->open, it->close + 1, &head);
  const char *parameters = head.data ? head.data : "";
  lens_text_printf(&text, " namespace { %s struct lens_about_%d {", parameters, number);
  lens_text_add_string(&text, " static lens_shim::registered_symbol about() { return {\"");
  lens_text_add(&text, name->text, name->length);
  lens_text_printf(&text, "\", lens_variable_%d%s, %s}; } }; } %s static constexpr auto &", number,
                   arguments, kind, parameters);
  lens_text_add(&text, name->text, name->length);
  lens_text_printf(&text, " = lens_shim::known_variable<lens_about_%d%s>(lens_variable_%d%s);",
                   number, arguments, number, arguments);
  if (text.status == SL_OK && head.status == SL_OK)
    lens_edit_after(edits, it->variable.end, text.data);
  else
    edits->status = SL_ERR_MEMORY;
  lens_text_free(&head);
  lens_text_free(&text);
}

static void rewrite_template(lens_source *source, const variable_template *it, int keyword,
                             const char *kind, const char *storage, lens_edits *edits) {
  lens_text arguments = {0};
  int number = it->special ? primary_of(source, it->variable.name) : it->variable.name;
  if (it->special) {
    lens_edit_replace(edits, keyword, "");
  } else if (lens_parameter_template_arguments(source, it->open, &arguments)) {
    lens_edit_replace(edits, keyword, storage);
    refer_to_instances(source, it, arguments.data ? arguments.data : "", kind, edits);
  } else {
    lens_source_error_at(
        source, keyword,
        "on the lens each parameter of a variable template needs a name; give it one");
  }
  if (number >= 0) rename_variable(it->variable.name, number, edits);
  if (arguments.status != SL_OK) edits->status = arguments.status;
  lens_text_free(&arguments);
}

/* ---- all variables --------------------------------------------------------------------------- */

/* Refuses static members of classes as device variables, as nvcc does. nvcc accepts other members
 * with a warning. */
static void refuse_member(lens_source *source, int keyword, int start,
                          const lens_declarator *first) {
  int parent = source->tokens[keyword].parent;
  static const char *const statics[] = {"static", NULL};
  if (parent < 0 || !lens_source_is(source, parent, "{") ||
      lens_syntax_read_brace(source, parent).kind != LENS_BRACE_CLASS ||
      !lens_source_has_one_of(source, start, first->name, statics))
    return;
  lens_source_error_at(source, keyword,
                       "a static member of a class cannot be a device variable (nvcc refuses it, "
                       "too); declare the variable outside of the class");
}

/* Whether the token is the `static` of a variable in device code, such as `static int calls;` in a
 * kernel. Constants do not count, because they are among the compiler's constants, which need no
 * name; but `static const char *text` is a pointer that may change. */
static bool is_static_of_device(const lens_source *source, int token) {
  static const char *const spaces[] = {"__shared__",  "__device__", "__constant__",
                                       "__managed__", "__global__", NULL};
  static const char *const constants[] = {"const", "constexpr", NULL};
  static const char *const pointers[] = {"*", NULL};
  int brace =
      lens_source_is(source, token, "static") ? lens_syntax_function_brace(source, token) : -1;
  if (brace < 0) return false;
  lens_brace function = lens_syntax_read_brace(source, brace);
  int start = lens_syntax_declaration_start(source, token);
  lens_declarator first = lens_syntax_read_declarator(source, start);
  return function.device && !function.host && declares_variables(source, start, &first) &&
         !lens_source_has_one_of(source, start, first.name, spaces) &&
         (!lens_source_has_one_of(source, start, first.name, constants) ||
          lens_source_has_one_of(source, start, first.name, pointers));
}

void lens_rewrite_symbols(lens_source *source, lens_edits *edits) {
  static const char *const constants[] = {"__constant__", NULL};
  static const char *const managed[] = {"__managed__", NULL};
  static const char *const statics[] = {"static", NULL};
  static const char *const fixed[] = {"const", "constexpr", NULL};
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].macro) continue;
    if (is_static_of_device(source, i)) {
      register_variables(
          source, lens_syntax_read_declarator(source, lens_syntax_declaration_start(source, i)),
          "0", true, edits);
      continue;
    }
    if (!lens_source_is_one_of(source, i, keywords)) continue;
    variable_template found;
    bool is_template = read_template(source, i, &found);
    int start = lens_syntax_declaration_start(source, i);
    lens_declarator first =
        is_template ? found.variable : lens_syntax_read_declarator(source, start);
    bool variables = is_template || (!lens_source_is(source, start, "template") &&
                                     declares_variables(source, start, &first));
    if (!variables || lens_source_has_one_of(source, start, i, keywords)) continue;
    bool is_static = lens_source_has_one_of(source, start, first.name, statics);
    bool local = is_static && lens_syntax_in_function(source, i);
    if (!local && !lens_syntax_at_namespace_scope(source, i)) {
      refuse_member(source, i, start, &first);
      continue;
    }
    bool is_managed = lens_source_has_one_of(source, start, first.name, managed);
    bool is_constant = lens_source_has_one_of(source, start, first.name, constants);
    const char *kind = is_managed ? "0, 1" : is_constant ? "1" : "0";
    const char *storage = is_static ? "" : "LENS_FILE_SCOPE";
    if (is_template) {
      rewrite_template(source, &found, i, kind, storage, edits);
    } else {
      lens_edit_replace(edits, i, storage);
      register_variables(source, first, kind, local, edits);
      if (!local && !is_managed && !lens_source_has_one_of(source, start, first.name, fixed))
        lens_rewrite_host_sides(source, first, edits);
    }
  }
}
