/* unset.c: marks local variables without an initialiser.
 *
 * `int n;` is followed by lens_shim::leave_unset(n), which gives n the value that unset variables
 * have (runtime/unset.h) in a way that gcc cannot see through. Without this, gcc assumes that a
 * variable which is set in only one branch always has that value, and the mistake disappears.
 * Variables without any assignment are left to gcc, which warns about them by name. */
#include "rewrite.h"
#include "syntax.h"

/* Whether the braces around `token` enclose statements. */
static bool in_block(const lens_source *source, int token) {
  int brace = source->tokens[token].parent;
  if (brace < 0 || !lens_source_is(source, brace, "{") || source->tokens[token].macro != 0)
    return false;
  if (lens_syntax_read_brace(source, brace).kind != LENS_BRACE_FUNCTION) return false;
  for (int i = lens_syntax_header_start(source, brace); i < brace; i++) {
    if (lens_source_is(source, i, "switch") || lens_source_is(source, i, "constexpr")) return false;
  }
  return true;
}

/* Index after the words of a type at `token`; `token` itself if there is no type. */
static int skip_type(const lens_source *source, int token) {
  static const char *const words[] = {"int",   "unsigned", "signed", "long",   "short", "char",
                                      "float", "double",   "real",   "size_t", NULL};
  while (lens_source_is_one_of(source, token, words)) token++;
  return token;
}

/* The `;` after the list of plain names at `token`; −1 if there is anything else in the list. */
static int end_of_names(const lens_source *source, int token) {
  while (lens_source_is_identifier(source, token) && lens_source_is(source, token + 1, ","))
    token += 2;
  return lens_source_is_identifier(source, token) && lens_source_is(source, token + 1, ";")
             ? token + 1
             : -1;
}

/* Whether something is assigned to `name` in the block that declares it, as in `n = 0`. */
static bool is_assigned(const lens_source *source, int name) {
  int close = source->tokens[source->tokens[name].parent].match;
  for (int i = name + 1; i < close; i++) {
    if (lens_source_is(source, i + 1, "=") && !lens_source_is(source, i + 2, "=") &&
        lens_source_same_text(source, i, name) && !lens_source_is(source, i - 1, ".") &&
        !lens_source_is(source, i - 1, "->"))
      return true;
  }
  return false;
}

void lens_rewrite_unset(const lens_source *source, lens_edits *edits) {
  static const char *const boundaries[] = {";", "{", "}", NULL};
  for (int i = 1; i < source->num_tokens; i++) {
    int name = skip_type(source, i), end = name > i ? end_of_names(source, name) : -1;
    if (end < 0 || !lens_source_is_one_of(source, i - 1, boundaries) || !in_block(source, i))
      continue;
    lens_text code = {0};
    for (; name < end; name += 2) {
      if (!is_assigned(source, name)) continue;
      lens_text_add_string(&code, " lens_shim::leave_unset(");
      lens_syntax_join_tokens(source, name, name + 1, &code);
      lens_text_add_string(&code, ");");
    }
    if (code.data) lens_edit_after(edits, end, code.data);
    if (code.status != SL_OK) edits->status = code.status;
    lens_text_free(&code);
  }
}
