/* own_names.c: the program's own variables and members that are called threadIdx, blockIdx,
 * blockDim or gridDim: `config.gridDim`, `dim3 blockDim(16, 16);`.
 *
 * CUDA lets a declaration hide its variables. On the lens they are macros, so what the program
 * declares, and all members, get another name. */
#include "passes.h"
#include "syntax.h"

static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

static void rename_token(const lens_source *source, int token, lens_edits *edits) {
  lens_text text = {0};
  lens_text_add_string(&text, "lens_own_");
  lens_text_add(&text, source->text + source->tokens[token].start, source->tokens[token].length);
  if (text.status == SL_OK)
    lens_edit_replace(edits, token, text.data);
  else
    edits->status = text.status;
  lens_text_free(&text);
}

static bool is_member(const lens_source *source, int token) {
  static const char *const joints[] = {".", "->", NULL};
  return lens_is_one_of(source, token - 1, joints);
}

/* `dim3 gridDim`, `const dim3 &gridDim`: of no other type is anything of that name. */
static bool is_declared(const lens_source *source, int token) {
  static const char *const types[] = {"dim3", "uint3", "auto", NULL};
  int before = token - 1;
  if (lens_is(source, before, "&") || lens_is(source, before, "*")) before--;
  if (lens_is(source, before, "const")) before--;
  return lens_is_one_of(source, before, types);
}

/* The token behind the last in which the declaration holds. */
static int end_of_scope(const lens_source *source, int token) {
  int parent = source->tokens[token].parent;
  int end = parent < 0 ? source->num_tokens : source->tokens[parent].match;
  if (parent < 0 || !lens_is(source, parent, "(")) return end;
  if (lens_is(source, end + 1, "{") && source->tokens[end + 1].match > end) /* a parameter */
    return source->tokens[end + 1].match;
  return end;
}

static bool same_name(const lens_source *source, int a, int b) {
  for (int i = 0; names[i]; i++) {
    if (lens_is(source, a, names[i])) return lens_is(source, b, names[i]);
  }
  return false;
}

/* Returns whether a declaration before `token` hides CUDA's variable there. */
static bool is_hidden(const lens_source *source, int token, const int *declared, int count) {
  for (int i = 0; i < count; i++) {
    if (same_name(source, declared[i], token) && token < end_of_scope(source, declared[i]))
      return true;
  }
  return false;
}

void lens_rewrite_own_names(const lens_source *source, lens_edits *edits) {
  enum { MOST = 64 };
  int declared[MOST], count = 0;
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_is_one_of(source, i, names) || source->tokens[i].macro) continue;
    if (!is_member(source, i) && is_declared(source, i) && count < MOST) declared[count++] = i;
    if (is_member(source, i) || is_hidden(source, i, declared, count))
      rename_token(source, i, edits);
  }
}
