/* unread.c: marks calls of the runtime API that are statements, so that their result is not read.
 * If such a call fails, and the program does not call cudaGetLastError later, this is a finding.
 *
 *     cudaMemcpy(y, x, n, kind);  becomes
 *     lens_shim::unread("cudaMemcpy", __FILE__, __LINE__, cudaMemcpy(y, x, n, kind));
 *
 * Calls that fail on the lens but not on a GPU, such as hints and settings, are left out. */
#include "rewrite.h"
#include "syntax.h"

static bool is_call_that_matters(const lens_source *source, int token) {
  static const char *const calls[] = {"cudaMemcpy",           "cudaMemcpyAsync",
                                      "cudaMemcpy2D",         "cudaMemcpy2DAsync",
                                      "cudaMemcpy3D",         "cudaMemcpy3DAsync",
                                      "cudaMemcpyToSymbol",   "cudaMemcpyToSymbolAsync",
                                      "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync",
                                      "cudaMemset",           "cudaMemsetAsync",
                                      "cudaMemset2D",         "cudaMemset2DAsync",
                                      "cudaMemset3D",         "cudaMalloc",
                                      "cudaMallocAsync",      "cudaMallocManaged",
                                      "cudaMallocHost",       "cudaHostAlloc",
                                      "cudaMallocPitch",      "cudaMalloc3D",
                                      "cudaFuncSetAttribute", "cudaGetSymbolAddress",
                                      "cudaEventElapsedTime", NULL};
  return lens_source_is_one_of(source, token, calls);
}

/* Whether a statement begins at `token`, perhaps with a cast to void. */
static bool begins_statement(const lens_source *source, int token) {
  static const char *const ends[] = {";", "{", "}", "else", "do", NULL};
  static const char *const heads[] = {"if", "for", "while", NULL};
  bool cast = lens_source_is(source, token - 1, ")") && lens_source_is(source, token - 2, "void") &&
              lens_source_is(source, token - 3, "(");
  int before = cast ? token - 4 : token - 1;
  if (before < 0) return false;
  if (source->tokens[before].kind == LENS_DIRECTIVE || lens_source_is_one_of(source, before, ends))
    return true;
  int open = lens_source_is(source, before, ")") ? source->tokens[before].match : -1;
  return open > 0 && lens_source_is_one_of(source, open - 1, heads);
}

static void mark(const lens_source *source, int token, lens_edits *edits) {
  lens_text text = {0};
  const lens_token *name = &source->tokens[token];
  lens_text_add_string(&text, "lens_shim::unread(\"");
  lens_text_add(&text, name->text, name->length);
  lens_text_add_string(&text, "\", __FILE__, __LINE__, ");
  lens_edit_take(edits, lens_edit_before, token, &text);
  lens_edit_after(edits, source->tokens[token + 1].match, ")");
}

void lens_rewrite_unread(const lens_source *source, lens_edits *edits) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (!is_call_that_matters(source, i) || source->tokens[i].macro) continue;
    int close = lens_source_is(source, i + 1, "(") ? source->tokens[i + 1].match : -1;
    bool statement =
        close > i && lens_source_is(source, close + 1, ";") && begins_statement(source, i);
    if (!statement || !lens_syntax_in_function(source, i)) continue;
    if (lens_syntax_space_of(source, i) == LENS_CODE_HOST) mark(source, i, edits);
  }
}
