/* own_names.c: renames the program's own variables and members that are called threadIdx, blockIdx,
 * blockDim or gridDim, as in `config.gridDim`, `dim3 blockDim(16, 16), gridDim(4);` and `int
 * blockDim`.
 *
 * In CUDA, a declaration can hide the built-in variables. On the lens, the built-in variables are
 * macros, so the program's own declarations, and all members of these names, are renamed. */
#include "rewrite.h"
#include "syntax.h"

#include "base/memory.h"

static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

/* A declaration of such a name. It hides CUDA's variable between the tokens `begin` and `end`. If
 * the name is a member of the class `owner`, it also hides the variable in functions `owner::f`. */
typedef struct own_name {
  int token, begin, end, owner;
} own_name;

typedef struct own_names {
  own_name *list;
  int count, capacity;
} own_names;

static void rename_token(const lens_source *source, int token, lens_edits *edits) {
  lens_text text = {0};
  lens_text_add_string(&text, "lens_own_");
  lens_text_add(&text, source->tokens[token].text, source->tokens[token].length);
  lens_edit_take(edits, lens_edit_replace, token, &text);
}

static bool is_member(const lens_source *source, int token) {
  static const char *const joints[] = {".", "->", NULL};
  return lens_source_is_one_of(source, token - 1, joints);
}

/* Whether the token is a declaration: a use of CUDA's variables never has an initialiser after it
 * or a type before it. */
static bool is_declared(const lens_source *source, int token) {
  static const char *const initialisers[] = {"(", "{", "[", NULL};
  static const char *const ends[] = {";", ",", ")", ":", NULL};
  bool assigned = lens_source_is(source, token + 1, "=") && !lens_source_is(source, token + 2, "=");
  if (assigned || lens_source_is_one_of(source, token + 1, initialisers)) return true;
  if (!lens_source_is_one_of(source, token + 1, ends)) return false;
  if (lens_syntax_ends_type(source, token - 1)) return true;
  return lens_syntax_is_later_declarator(source, token);
}

/* The end of the body that follows the `)` at `close`: the scope of a parameter, or of a variable
 * of a `for`. */
static int end_of_body(const lens_source *source, int close) {
  int i = close + 1;
  for (; i < source->num_tokens && !lens_source_is(source, i, ";"); i++) {
    int match = source->tokens[i].match;
    bool initialiser =
        lens_source_is(source, match + 1, ",") || lens_source_is(source, match + 1, "{");
    if (lens_source_is(source, i, "{") && match > i && !initialiser) return match;
    if (lens_source_is(source, i, "}")) return i;
    if (match > i) i = match;
  }
  return i;
}

static own_name read_declaration(const lens_source *source, int token) {
  int parent = source->tokens[token].parent;
  own_name found = {token, token, source->num_tokens, -1};
  if (parent < 0) {
    int macro = source->tokens[token].macro;
    for (found.end = token; source->tokens[found.end].macro == macro;) {
      if (++found.end >= source->num_tokens) break;
    }
    return found;
  }
  found.end = source->tokens[parent].match;
  if (lens_source_is(source, parent, "(")) {
    found.end = end_of_body(source, found.end);
  } else if (lens_source_is(source, parent, "{") &&
             lens_syntax_read_brace(source, parent).kind == LENS_BRACE_CLASS) {
    static const char *const classes[] = {"struct", "class", NULL};
    found.begin = parent;
    for (int i = lens_syntax_header_start(source, parent); i < parent; i++) {
      if (lens_source_is_one_of(source, i, classes) && lens_source_is_identifier(source, i + 1))
        found.owner = i + 1;
    }
  }
  return found;
}

/* Whether the token is in a function `owner::f`. */
static bool is_in_member_of(const lens_source *source, int owner, int token) {
  int brace = -1;
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) brace = i;
  if (owner < 0 || brace < 0) return false;
  for (int i = lens_syntax_header_start(source, brace); i < brace; i++) {
    if (lens_source_is(source, i + 1, "::") && lens_source_same_text(source, i, owner)) return true;
  }
  return false;
}

/* Returns whether a declaration hides CUDA's variable at `token`. */
static bool is_hidden(const lens_source *source, int token, const own_names *declared) {
  for (int i = 0; i < declared->count; i++) {
    const own_name *it = &declared->list[i];
    if (!lens_source_same_text(source, it->token, token)) continue;
    if ((token >= it->begin && token < it->end) || is_in_member_of(source, it->owner, token))
      return true;
  }
  return false;
}

static sl_status find_declarations(const lens_source *source, own_names *out) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_source_is_one_of(source, i, names) || is_member(source, i) || !is_declared(source, i))
      continue;
    if (out->count == out->capacity) {
      int capacity = 2 * out->capacity + 16;
      SL_TRY(sl_resize((size_t)capacity, sizeof *out->list, "names", &out->list));
      out->capacity = capacity;
    }
    out->list[out->count++] = read_declaration(source, i);
  }
  return SL_OK;
}

void lens_rewrite_own_names(const lens_source *source, lens_edits *edits) {
  own_names declared = {0};
  sl_status status = find_declarations(source, &declared);
  if (status != SL_OK) edits->status = status;
  for (int i = 0; i < source->num_tokens && status == SL_OK; i++) {
    if (!lens_source_is_one_of(source, i, names)) continue;
    if (is_member(source, i) || is_hidden(source, i, &declared)) rename_token(source, i, edits);
  }
  sl_free(declared.list);
}
