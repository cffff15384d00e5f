/* symbols.c: `__device__` and `__constant__` variables at namespace scope, and static ones in
 * functions.
 *
 * They become static variables (with -rdc=true, variables of the whole program), one storage that
 * all host threads see; behind the declaration each is registered with the runtime, so that its
 * accesses are counted and its name is known. */
#include "passes.h"
#include "syntax.h"

static const char *const keywords[] = {"__device__", "__constant__", "__managed__", NULL};

/* Some word in [begin, end) is one of `words`. */
static bool has_word(const lens_source *source, int begin, int end, const char *const *words) {
  for (int i = begin; i < end; i++) {
    if (lens_is_one_of(source, i, words)) return true;
  }
  return false;
}

/* The declaration declares variables with storage here: no function, type, template or extern. */
static bool declares_variables(const lens_source *source, int start, const lens_declarator *first) {
  static const char *const others[] = {"template", "extern",   "typedef",    "using",
                                       "friend",   "operator", "__global__", NULL};
  if (first->name < 0 || first->end < 0 || has_word(source, start, first->name + 1, others))
    return false;
  if (lens_is(source, first->name + 1, "(")) return false; /* a function */
  return !lens_is(source, first->name - 1, "::") && !lens_is(source, first->name - 1, "struct") &&
         !lens_is(source, first->name - 1, "class");
}

/* In a function an object of its own would be made when the function first runs: there a class that
   knows the variable is registered, before main. */
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
    lens_text_add(&text, source->text + name->start, name->length);
    lens_text_add_string(&text, "\", ");
    lens_text_add(&text, source->text + name->start, name->length);
    if (local)
      lens_text_printf(&text, ", %s}; } }; (void)&lens_shim::local_symbol<lens_local_%d>::known;",
                       kind, variable.name);
    else
      lens_text_printf(&text, ", %s);", kind);
    if (!lens_is(source, variable.end, ",")) break;
    lens_declarator next = lens_read_declarator(source, variable.end + 1);
    if (next.name < 0 || next.end < 0) break; /* the compiler will say what is wrong */
    variable = next;
  }
  if (text.status == SL_OK)
    lens_edit_after(edits, variable.end, text.data);
  else
    edits->status = text.status;
  lens_text_free(&text);
}

void lens_rewrite_symbols(lens_source *source, lens_edits *edits) {
  static const char *const constants[] = {"__constant__", NULL};
  static const char *const managed[] = {"__managed__", NULL};
  static const char *const statics[] = {"static", NULL};
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_is_one_of(source, i, keywords) || source->tokens[i].macro) continue;
    int start = lens_declaration_start(source, i);
    lens_declarator first = lens_read_declarator(source, start);
    if (has_word(source, start, i, keywords) || !declares_variables(source, start, &first))
      continue;
    bool is_static = has_word(source, start, first.name, statics);
    bool local = is_static && lens_in_function(source, i);
    if (!local && !lens_at_namespace_scope(source, i)) continue;
    lens_edit_replace(edits, i, is_static ? "" : "LENS_FILE_SCOPE");
    bool is_managed = has_word(source, start, first.name, managed);
    bool is_constant = has_word(source, start, first.name, constants);
    register_variables(source, first, is_managed ? "0, 1" : is_constant ? "1" : "0", local, edits);
  }
}
