/* shared.c: rewrites `__shared__` variables, which exist once per block.
 *
 * __shared__ float a[32], *b; becomes, on the same lines,
 *     static char lens_key_1, lens_key_2; typedef float lens_type_1[32], *lens_type_2;
 *     auto &a = lens_shim::shared<lens_type_1>(&lens_key_1, "a"); auto &b = …;
 * So the compiler reads any type as the student wrote it, and in a template each instance has its
 * own key. For `extern __shared__ T a[]` the typedef is an array of unknown bound, and `extern …
 * lens_type_1 extern_shared_a;` lets the compiler check that all arrays of one name have the same
 * type. Outside of functions a reference is not possible, so each use of the name is replaced by
 * the call of lens_shim::shared.
 *
 * In a macro whose parameter is the variable's name, that name is part of the generated names:
 *     static char lens_key_1_##name; typedef T lens_type_1_##name[n]; auto &name = … */
#include "macros.h"
#include "rewrite.h"
#include "syntax.h"

#include <string.h>

typedef struct shared_declaration {
  int start, keyword, end; /* first token, `__shared__`, and the `;` */
  bool dynamic;
  bool aligned;
  bool global; /* outside of functions */
  int number;  /* the number of the first variable */
  int first;   /* its name */
} shared_declaration;

/* Adds the suffix of the generated names of a variable. */
static void add_suffix(const lens_source *source, int name, int number, lens_text *text) {
  lens_text_printf(text, "%d", number);
  if (name < 0 || !lens_macro_is_parameter(source, name)) return;
  const lens_token *t = &source->tokens[name];
  lens_text_add_string(text, "_##");
  lens_text_add(text, t->text, t->length);
}

/* Reads the declarator of a variable. In a macro, the declarator may end with the macro's body;
 * then its `;` follows where the macro is used. */
static lens_declarator read_variable(const lens_source *source, int at) {
  lens_declarator variable = lens_syntax_read_declarator(source, at);
  int define = lens_macro_around(source, at);
  if (variable.end < 0 && define >= 0) variable.end = lens_macro_end(source, define);
  return variable;
}

/* The start of the specifiers before the keyword. A macro call without `;` before them is
 * skipped. */
static int specifiers_start(const lens_source *source, int keyword) {
  int start = lens_syntax_declaration_start(source, keyword);
  for (int i = start; i < keyword;) {
    int behind = lens_syntax_skip_attribute(source, i);
    if (behind == i && lens_source_is(source, i, "(")) {
      int match = source->tokens[i].match;
      behind = match > i ? match + 1 : i + 1;
      start = behind;
    }
    i = behind > i ? behind : i + 1;
  }
  return start < keyword ? start : keyword;
}

static bool check_variable(lens_source *source, const lens_declarator *variable, int at) {
  if (variable->end < 0) {
    lens_source_error_at(source, at, "expected ';' at the end of this __shared__ declaration");
    return false;
  }
  if (variable->name < 0) {
    lens_source_error_at(source, at, "expected a variable's name in this __shared__ declaration");
    return false;
  }
  if (lens_source_is(source, variable->name - 1, "#")) {
    lens_source_error_at(source, variable->name,
                         "on the lens the name of a __shared__ variable cannot be built with ##; "
                         "write the declaration out");
    return false;
  }
  if (variable->initialiser >= 0) {
    lens_source_error_at(
        source, variable->initialiser,
        "a __shared__ variable cannot have an initialiser; let one thread assign it, "
        "then call __syncthreads()");
    return false;
  }
  return true;
}

static bool check_place(lens_source *source, int keyword) {
  int define = lens_macro_around(source, keyword);
  if (define >= 0) {
    if (lens_macro_is_function(source, define)) return true;
    if (!lens_macro_is_written_out(source, define))
      lens_source_error_at(source, keyword,
                           "this macro has several definitions, one of them with __shared__, and "
                           "the lens does not know which one applies; write the declaration out");
    return false;
  }
  if (!lens_syntax_in_function(source, keyword) &&
      !lens_syntax_at_namespace_scope(source, keyword)) {
    lens_source_error_at(
        source, keyword,
        "a __shared__ member of a class does not run on the lens; declare the variable in "
        "the function that uses it");
    return false;
  }
  return true;
}

/* Adds the call of lens_shim::shared, or shared_dynamic, that returns the variable. */
static void add_call(const lens_source *source, const shared_declaration *shared, int name,
                     int number, lens_text *text) {
  const lens_token *t = &source->tokens[name];
  lens_text_printf(text, "lens_shim::%s<lens_type_", shared->dynamic ? "shared_dynamic" : "shared");
  add_suffix(source, name, number, text);
  lens_text_add_string(text, ">(");
  if (!shared->dynamic) {
    lens_text_add_string(text, "&lens_key_");
    add_suffix(source, name, number, text);
    lens_text_add_string(text, ", ");
  }
  bool parameter = lens_macro_is_parameter(source, name);
  lens_text_add_string(text, parameter ? "#" : "\"");
  lens_text_add_quoted(text, t->text, t->length);
  lens_text_add_string(text, parameter ? "" : "\"");
  if (shared->aligned && !shared->dynamic) {
    lens_text_add_string(text, ", alignof(lens_align_");
    add_suffix(source, shared->first, shared->number, text);
    lens_text_add_string(text, ")");
  }
  lens_text_add_string(text, ")");
}

/* Adds an unused declaration for an array of `extern __shared__`. For nvcc, all such arrays with
 * the same name are one array, so they must have one type. The unused declarations let the compiler
 * compare the types, even in templates and namespaces. */
static void add_extern(const lens_source *source, int name, int number, lens_text *text) {
  const lens_token *t = &source->tokens[name];
  lens_text_add_string(text, "; extern __attribute__((unused)) lens_type_");
  add_suffix(source, name, number, text);
  lens_text_add_string(text, " extern_shared_");
  if (lens_macro_is_parameter(source, name)) lens_text_add_string(text, "##");
  lens_text_add(text, t->text, t->length);
}

/* Whether the token is a new declaration of the name, as in `float tile[4]`, so that the name means
 * something else. */
static bool is_declared_again(const lens_source *source, int token) {
  static const char *const values[] = {"return", "else", "do", "case", "sizeof", NULL};
  return lens_source_is_identifier(source, token - 1) &&
         !lens_source_is_one_of(source, token - 1, values);
}

/* Replaces each use of the variable after its declaration by the call. */
static void replace_uses(lens_source *source, int name, const char *call, lens_edits *edits) {
  static const char *const joints[] = {".", "->", "::", NULL};
  for (int i = name + 1; i < source->num_tokens; i++) {
    if (!lens_source_is_identifier(source, i) || !lens_source_same_text(source, i, name)) continue;
    if (lens_source_is_one_of(source, i - 1, joints)) continue;
    if (is_declared_again(source, i)) {
      lens_source_error_at(
          source, i,
          "a __shared__ variable outside of functions has this name; on the lens the name cannot "
          "be declared again, so declare the __shared__ variable in the kernel that uses it");
      return;
    }
    lens_edit_replace(edits, i, call);
  }
}

/* Replaces the name of each variable in the declaration by the name of its type, and adds the
 * variables' keys to `keys` and the references to them to `references`. Returns false after an
 * error. */
static bool edit_names(lens_source *source, shared_declaration *shared, lens_edits *edits,
                       lens_text *keys, lens_text *references) {
  int at = shared->start, number = shared->number;
  do {
    lens_declarator variable = read_variable(source, at);
    if (!check_variable(source, &variable, at == shared->start ? shared->keyword : at))
      return false;
    const lens_token *name = &source->tokens[variable.name];
    lens_text type = {0};
    lens_text_add_string(&type, "lens_type_");
    add_suffix(source, variable.name, number, &type);
    if (type.status == SL_OK) lens_edit_replace(edits, variable.name, type.data);
    lens_text_free(&type);
    if (!shared->dynamic) {
      lens_text_add_string(keys, "static char lens_key_");
      add_suffix(source, variable.name, number, keys);
      lens_text_add_string(keys, "; ");
    }
    lens_text call = {0};
    add_call(source, shared, variable.name, number, &call);
    if (call.status != SL_OK) {
      edits->status = call.status;
    } else if (shared->global) {
      replace_uses(source, variable.name, call.data, edits);
    } else {
      if (shared->dynamic) add_extern(source, variable.name, number, references);
      lens_text_add_string(references, "; auto &"); /* so messages name the type, not an alias */
      lens_text_add(references, name->text, name->length);
      lens_text_add_string(references, " = ");
      lens_text_add(references, call.data, call.length);
    }
    lens_text_free(&call);
    number++;
    shared->end = variable.end;
    at = variable.end + 1;
  } while (lens_source_is(source, shared->end, ","));
  return true;
}

/* Removes the specifiers that a typedef cannot have. An alignment moves to a struct, whose
 * alignment is passed to the call. */
static void edit_specifiers(const lens_source *source, shared_declaration *shared,
                            lens_edits *edits, lens_text *keys) {
  static const char *const dropped[] = {"__shared__", "static", "extern", "__device__", NULL};
  lens_text clauses = {0};
  for (int i = shared->start; i < shared->end;) {
    int behind = lens_syntax_skip_alignment(source, i);
    if (behind > i) {
      lens_text_add(&clauses, " ", 1);
      lens_syntax_join_tokens(source, i, behind, &clauses);
      lens_edit_remove(edits, i, behind);
      i = behind;
      continue;
    }
    if (lens_source_is_one_of(source, i, dropped)) lens_edit_replace(edits, i, "");
    int match = source->tokens[i].match;
    i = match > i ? match + 1 : i + 1;
  }
  shared->aligned = clauses.length > 0;
  if (shared->aligned && !shared->dynamic) {
    lens_text_add_string(keys, "struct");
    lens_text_add(keys, clauses.data, clauses.length);
    lens_text_add_string(keys, " lens_align_");
    add_suffix(source, shared->first, shared->number, keys);
    lens_text_add_string(keys, " {}; ");
  }
  if (clauses.status != SL_OK) edits->status = clauses.status;
  lens_text_free(&clauses);
}

/* The `;` of the declaration, or −1. */
static int declaration_end(const lens_source *source, int start) {
  lens_declarator variable = {-1, -1, start - 1};
  do variable = read_variable(source, variable.end + 1);
  while (variable.end >= 0 && lens_source_is(source, variable.end, ","));
  return variable.end;
}

static int rewrite_declaration(lens_source *source, int keyword, int number, lens_edits *edits) {
  shared_declaration shared = {.keyword = keyword, .number = number};
  shared.start = specifiers_start(source, keyword);
  shared.global = !source->tokens[keyword].macro && !lens_syntax_in_function(source, keyword);
  shared.first = read_variable(source, shared.start).name;
  shared.end = declaration_end(source, shared.start);
  for (int i = shared.start; i < shared.end; i++) {
    if (lens_source_is(source, i, "extern")) shared.dynamic = true;
  }
  lens_text keys = {0}, references = {0};
  edit_specifiers(source, &shared, edits, &keys);
  if (edit_names(source, &shared, edits, &keys, &references)) {
    lens_text_add_string(&keys, "typedef ");
    if (keys.status != SL_OK || references.status != SL_OK) {
      edits->status = SL_ERR_MEMORY;
    } else {
      lens_edit_before(edits, shared.start, keys.data);
      if (references.data) lens_edit_after(edits, shared.end - 1, references.data);
    }
  }
  lens_text_free(&keys);
  lens_text_free(&references);
  return shared.end;
}

void lens_rewrite_shared(lens_source *source, lens_edits *edits) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_source_is(source, i, "__shared__") || !check_place(source, i)) continue;
    /* the keyword's index numbers the variables: no other declaration has variables with these
     * numbers */
    int end = rewrite_declaration(source, i, i, edits);
    if (end > i) i = end;
  }
}
