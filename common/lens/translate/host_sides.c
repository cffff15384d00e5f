/* host_sides.c: rewrites device variables that host code passes by name to a copy or to a kernel.
 *
 * In host code the name means a copy of the variable that only the host has, and a GPU cannot use
 * its address. So in the arguments of launches, cudaMemcpy and cudaMemset an array `name` and
 * `&name` become lens_shim::host_side(name), which returns such a copy. Values, as in kernel<<<1,
 * 1>>>(count), are not changed. Arguments of cudaMemcpyToSymbol and related functions are not
 * changed either, because these functions take the name itself. */
#include "rewrite.h"

static bool is_copy(const lens_source *source, int token) {
  static const char *const calls[] = {"cudaMemcpy",   "cudaMemcpyAsync",   "cudaMemset",
                                      "cudaMemset2D", "cudaMemset2DAsync", "cudaMemsetAsync",
                                      "cudaMemcpy2D", "cudaMemcpy2DAsync", NULL};
  return lens_source_is_one_of(source, token, calls);
}

/* Whether the `(` opens the arguments of a copy or of a launch. */
static bool opens_arguments(const lens_source *source, int open) {
  return lens_source_is(source, open, "(") &&
         (is_copy(source, open - 1) ||
          (lens_source_is(source, open - 1, ">") && lens_source_is(source, open - 2, ">") &&
           lens_source_is(source, open - 3, ">")));
}

static bool is_address(const lens_source *source, int token, bool is_array) {
  static const char *const fronts[] = {"(", ",", ")", "+", NULL};
  static const char *const behind[] = {",", ")", "+", "-", NULL};
  bool taken =
      lens_source_is(source, token - 1, "&") && lens_source_is_one_of(source, token - 2, fronts);
  if (taken)
    return lens_source_is(source, token + 1, "[") ||
           lens_source_is_one_of(source, token + 1, behind);
  return is_array && lens_source_is_one_of(source, token - 1, fronts) &&
         lens_source_is_one_of(source, token + 1, behind);
}

static void rewrite(const lens_source *source, int name, int end, lens_edits *edits) {
  bool is_array = lens_source_is(source, name + 1, "[");
  for (int i = end + 1; i < source->num_tokens; i++) {
    if (!lens_source_same_text(source, i, name) || source->tokens[i].macro) continue;
    if (!opens_arguments(source, source->tokens[i].parent)) continue;
    if (!is_address(source, i, is_array) || !lens_syntax_in_function(source, i)) continue;
    if (lens_syntax_space_of(source, i) != LENS_CODE_HOST) continue;
    lens_edit_before(edits, i, "lens_shim::host_side(");
    lens_edit_after(edits, i, ")");
  }
}

void lens_rewrite_host_sides(const lens_source *source, lens_declarator variable,
                             lens_edits *edits) {
  while (variable.name >= 0 && variable.end >= 0) {
    rewrite(source, variable.name, variable.end, edits);
    if (!lens_source_is(source, variable.end, ",")) return;
    variable = lens_syntax_read_declarator(source, variable.end + 1);
  }
}
