/* types.c: edits of types: a variable's type, a factor that is too narrow, a size in bytes. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

static void change_type(sl_bench *bench, size_t i) {
  static const char *const types[] = {"int", "real", "float", "double", "unsigned", "long", NULL};
  static const char *const others[] = {"int", "real", "double", "long long", NULL};
  const sl_tokens *t = bench->tokens;
  if (!sl_token_of(t, i, SL_TOKEN_WORD) || !sl_token_in(t, i, types)) return;
  bool measured = sl_token_is(t, i - 2, "sizeof");
  for (const char *const *other = others; *other; other++) {
    sl_operator_replace(bench, SL_TYPE, measured ? 1 : 3, i, i, "%s", *other);
  }
}

/* Changes each `float` of a statement to `double`. */
static void widen_statement(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  int around = sl_token_is(t, i, "float") ? sl_body_statement(body, i) : -1;
  if (around < 0) return;
  const sl_statement *statement = &body->statements[around];
  if (!sl_operator_is_simple(statement) && statement->kind != SL_DECLARATION) return;
  char text[SL_EDIT_BYTES] = "", part[SL_EDIT_BYTES];
  size_t used = 0, last = statement->last;
  for (size_t k = i; k <= last && used < sizeof text; k++) {
    if (!sl_operator_copy(bench, k, k, part)) return;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s ",
                             sl_token_is(t, k, "float") ? "double" : part);
  }
  if (used < sizeof text) sl_operator_replace(bench, SL_TYPE, 3, i, last, "%s", text);
}

/* `int k, sum = 0;` becomes `int k; real sum = 0;`. */
static void part_declaration(sl_bench *bench, size_t i) {
  const sl_variable *variable = sl_body_declared_at(bench->body, i);
  if (!variable || !sl_function_is_integer(variable->type)) return;
  if (sl_token_is(bench->tokens, i - 1, ",")) {
    sl_operator_rewrite(bench, SL_TYPE, 3, i - 1, i - 1, i, "; real");
  }
}

/* Widens a factor of a product that overflows an int. */
static void widen_factor(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char text[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "*") || !sl_operator_is_binary(bench, i)) return;
  size_t first = sl_operator_operand_begin(bench, i - 1);
  if (first == SL_NO_TOKEN || !sl_operator_copy(bench, first, i - 1, text)) return;
  sl_operator_replace(bench, SL_TYPE, 1, first, i - 1, "(long long)%s", text);
}

/* Multiplies each argument of cudaMalloc or a similar function by sizeof(int) or sizeof(real), if
 * no argument contains sizeof. */
static void add_size(sl_bench *bench, size_t i) {
  static const char *const calls[] = {
      "cudaMalloc", "malloc",          "cudaMemcpy",      "cudaMemset",      "memcpy",
      "memset",     "cudaMallocAsync", "cudaMemcpyAsync", "cudaMemsetAsync", NULL};
  const sl_tokens *t = bench->tokens;
  if (!sl_token_in(t, i, calls) || !sl_token_is(t, i + 1, "(")) return;
  size_t close = t->all[i + 1].partner;
  bool sized = false;
  for (size_t k = i + 2; close != SL_NO_TOKEN && k < close; k++) {
    sized = sized || sl_token_is(t, k, "sizeof");
  }
  for (size_t first = i + 2; close != SL_NO_TOKEN && first < close;) {
    char text[SL_EDIT_BYTES];
    size_t last = sl_operator_argument_end(bench, first, close);
    if (!sized && sl_operator_copy(bench, first, last, text)) {
      sl_operator_replace(bench, SL_TYPE, 0, first, last, "(%s) * sizeof(int)", text);
      sl_operator_replace(bench, SL_TYPE, 0, first, last, "(%s) * sizeof(real)", text);
    }
    first = last + 2;
  }
}

sl_token_operator *const sl_type_operators[] = {change_type,  widen_statement, part_declaration,
                                                widen_factor, add_size,        NULL};
