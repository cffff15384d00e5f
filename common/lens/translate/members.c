/* members.c: describes the program's structures, so that findings can name their members.
 *
 * After `struct S { float x, y[3]; };` at namespace scope this pass adds, on the same line,
 *     static const lens_member *lens_members_of(const S *) { … "x" … "y" … }
 * which the runtime finds by the type of an array (lens_shim/types.h). The runtime ignores a name
 * that is not a member with an address, so misreading a declaration here does little harm. */
#include "rewrite.h"
#include "syntax.h"

/* The `{` of the structure's definition after `keyword`; −1 if this is no definition. `*name` is
 * the token of the structure's name, or −1. */
static int definition_brace(const lens_source *source, int keyword, int *name) {
  static const char *const ends[] = {";", "(", ")", "=", "<", ">", "*", "&", ",", NULL};
  *name = -1;
  bool base = false;
  for (int i = keyword + 1; i < source->num_tokens; i++) {
    int behind = lens_syntax_skip_attribute(source, i);
    if (behind > i) {
      i = behind - 1;
    } else if (lens_source_is(source, i, "{")) {
      return i;
    } else if (lens_source_is(source, i, ":")) {
      base = true;
    } else if (!base && lens_source_is_one_of(source, i, ends)) {
      return -1;
    } else if (!base && lens_source_is_identifier(source, i) &&
               !lens_source_is(source, i, "final")) {
      *name = i;
    }
  }
  return -1;
}

static void add_member(const lens_source *source, int name, int type, lens_text *text) {
  lens_text_add_string(text, "LENS_MEMBER_NAMED(");
  lens_syntax_join_tokens(source, type, type + 1, text);
  lens_text_add_string(text, ", ");
  lens_syntax_join_tokens(source, name, name + 1, text);
  lens_text_add_string(text, "), ");
}

/* Adds the names that the declaration at `token` declares. Returns the `;` or `}` at the end of the
 * declaration. */
static int read_declaration(const lens_source *source, int token, int close, int type,
                            lens_text *text) {
  static const char *const others[] = {"static", "using",     "typedef", "friend", "template",
                                       "enum",   "struct",    "class",   "union",  "operator",
                                       "public", "protected", "private", "~",      NULL};
  int end = token;
  bool plain = true;
  for (; end < close && !lens_source_is(source, end, ";"); end++) {
    bool function = lens_source_is(source, end, "(");
    plain = plain && !function && !lens_source_is_one_of(source, end, others);
    int match = source->tokens[end].match;
    if (match <= end) continue;
    end = match;
    if (function || !lens_source_is(source, end, "}") || lens_source_is(source, end + 1, ";"))
      continue;
    if (!plain && !lens_source_is_identifier(source, end + 1))
      return end; /* end of a function's body */
  }
  for (int at = token; plain && at < end;) {
    lens_declarator it = lens_syntax_read_declarator(source, at);
    if (it.name <= token || it.end < 0 || it.end > end) break;
    add_member(source, it.name, type, text);
    at = it.end + 1;
  }
  return end;
}

static bool has_directive(const lens_source *source, int begin, int end) {
  for (int i = begin; i < end; i++) {
    if (source->tokens[i].kind == LENS_DIRECTIVE) return true;
  }
  return false;
}

/* Whether the token is in braces of `extern "C"`, where functions cannot be overloaded. */
static bool in_extern_c(const lens_source *source, int token) {
  for (int i = source->tokens[token].parent; i > 0; i = source->tokens[i].parent) {
    if (source->tokens[i - 1].kind == LENS_STRING) return true;
  }
  return false;
}

static void register_structure(const lens_source *source, int keyword, lens_edits *edits) {
  int name, brace = definition_brace(source, keyword, &name);
  if (brace < 0) return;
  int close = source->tokens[brace].match, start = lens_syntax_declaration_start(source, keyword);
  if (close < 0 || has_directive(source, start, close) || in_extern_c(source, keyword)) return;
  for (int i = start; i < keyword; i++) {
    if (lens_source_is(source, i, "template") || lens_source_is(source, i, "extern")) return;
  }
  int end = close + 1;
  bool is_alias = lens_source_is(source, start, "typedef");
  if (is_alias && name < 0 && lens_source_is_identifier(source, end)) name = end++;
  while (end < source->num_tokens && !lens_source_is(source, end, ";")) end++; /* skips pointers */
  if (name < 0 || end >= source->num_tokens || has_directive(source, close, end)) return;
  lens_text text = {0};
  lens_text_add_string(&text, " __attribute__((unused)) static const lens_member "
                              "*lens_members_of(const ");
  lens_syntax_join_tokens(source, name, name + 1, &text);
  lens_text_add_string(&text, " *) { static constexpr lens_member list[] = {");
  size_t empty = text.length;
  for (int i = brace + 1; i < close; i++) {
    if (lens_source_is(source, i + 1, ":") && lens_source_is_identifier(source, i))
      i += 2; /* public: */
    if (i < close) i = read_declaration(source, i, close, name, &text);
  }
  bool any = text.length > empty;
  lens_text_add_string(&text, "{nullptr, 0, 0, 0, nullptr}}; return list; }");
  if (text.status != SL_OK) {
    edits->status = text.status;
  } else if (any) {
    lens_edit_after(edits, end, text.data);
  }
  lens_text_free(&text);
}

void lens_rewrite_structures(const lens_source *source, lens_edits *edits) {
  static const char *const words[] = {"struct", "class", NULL};
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_source_is_one_of(source, i, words) || source->tokens[i].macro) continue;
    if (lens_source_is(source, i - 1, "enum") || !lens_syntax_at_namespace_scope(source, i))
      continue;
    register_structure(source, i, edits);
  }
}
