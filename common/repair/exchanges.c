/* exchanges.c: edits of how lanes exchange values: masks, widths, lanes without a neighbour. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* ---- masks and widths ------------------------------------------------------------------------ */

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* Adds edits of the mask of an exchange. */
static void change_mask(sl_bench *bench, size_t first, size_t last) {
  const sl_body *body = bench->body;
  sl_operator_replace(bench, SL_MASK, 0, first, last, "0xffffffffu");
  sl_operator_replace(bench, SL_MASK, 1, first, last, "__activemask()");
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *mask = &body->variables[v];
    bool other = mask->is_mask && sl_body_knows(mask, first);
    if (other) sl_operator_replace(bench, SL_MASK, 0, first, last, "%s", mask->name);
  }
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, first, other));) {
    sl_operator_replace(bench, SL_MASK, 0, first, last, "%s", other->name);
    sl_operator_replace(bench, SL_MASK, 1, first, last,
                        "((0xffffffffu >> (32 - %s)) << (threadIdx.x %% 32 / %s * %s))",
                        other->name, other->name, other->name);
  }
  for (size_t f = 0; f < body->functions->count; f++) {
    const sl_function *function = &body->functions->all[f];
    if (!function->is_device || function->num_parameters != 1) continue;
    for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, first, other));) {
      sl_operator_replace(bench, SL_MASK, 0, first, last, "%s(%s)", function->name, other->name);
    }
  }
}

/* Adds edits of the initial value of a mask. */
static void set_mask(sl_bench *bench, size_t i) {
  const sl_variable *variable = sl_body_declared_at(bench->body, i);
  if (!variable || !sl_token_is(bench->tokens, i + 1, "=") || !variable->is_mask) {
    return;
  }
  size_t end = i + 2;
  while (end < bench->body->function->end && !sl_token_is(bench->tokens, end, ";")) end++;
  change_mask(bench, i + 2, sl_operator_argument_end(bench, i + 2, end));
}

static void change_exchange(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  char name[SL_EDIT_BYTES];
  if (!sl_token_of(t, i, SL_TOKEN_WORD) || !sl_token_is(t, i + 1, "(") ||
      !sl_operator_copy(bench, i, i, name)) {
    return;
  }
  size_t close = t->all[i + 1].partner;
  if (!ends_with(name, "_sync") || close == SL_NO_TOKEN || close == i + 2) return;
  size_t last = sl_operator_argument_end(bench, i + 2, close), count = 0, end = last;
  change_mask(bench, i + 2, last);
  for (size_t first = i + 2; first < close; count++) {
    end = sl_operator_argument_end(bench, first, close);
    first = end + 2;
  }
  if (!strstr(name, "shfl")) return;
  if (count == 4) {
    size_t comma = end;
    while (comma > i && !sl_token_is(t, comma, ",")) comma--;
    sl_operator_replace(bench, SL_ARGUMENTS, 0, comma, end, "%s", "");
  }
  for (const sl_variable *width = NULL;
       count == 3 && (width = sl_body_next_integer(body, i, width));) {
    sl_operator_replace(bench, SL_ARGUMENTS, 0, close, close, ", %s)", width->name);
  }
  static const char *const shuffles[] = {"__shfl_sync", "__shfl_down_sync", "__shfl_up_sync",
                                         "__shfl_xor_sync", NULL};
  for (const char *const *other = shuffles; *other; other++) {
    sl_operator_replace(bench, SL_NAME, 1, i, i, "%s", *other);
  }
}

/* ---- edges ----------------------------------------------------------------------------------- */

static bool has_exchange(const sl_bench *bench, const char *begin) {
  char name[SL_EDIT_BYTES];
  const sl_function *function = bench->body->function;
  for (size_t i = function->begin; i < function->end; i++) {
    if (!sl_token_of(bench->tokens, i, SL_TOKEN_WORD) || !sl_operator_copy(bench, i, i, name))
      continue;
    if (strncmp(name, begin, strlen(begin)) == 0) return true;
  }
  return false;
}

/* A lane at the edge of its warp has no neighbour to compare with: `c` becomes `c || lane == 31`.
 */
static void ask_for_edge(sl_bench *bench, size_t i) {
  const sl_variable *declared = sl_body_declared_at(bench->body, i);
  size_t first = i + 2, last;
  char condition[SL_EDIT_BYTES];
  bool tells = declared && strcmp(declared->type, "bool") == 0;
  if (tells && sl_token_is(bench->tokens, i + 1, "=")) {
    size_t end = first;
    while (end < bench->body->function->end && !sl_token_is(bench->tokens, end, ";")) end++;
    last = sl_operator_argument_end(bench, first, end);
  } else if (!sl_token_is(bench->tokens, i, "if") ||
             !sl_operator_condition_of(bench, i, &first, &last)) {
    return;
  }
  if (!has_exchange(bench, "__shfl") || !sl_operator_copy(bench, first, last, condition)) return;
  for (int edge = 0; edge < 32; edge += 31) { /* after this edit, all lanes take part in an
                                               * exchange */
    sl_operator_replace(bench, SL_CONDITION, tells ? 0 : 1, first, last,
                        "(%s) || threadIdx.x %% 32 == %d", condition, edge);
    sl_operator_replace(bench, SL_CONDITION, tells ? 0 : 1, first, last,
                        "(%s) && threadIdx.x %% 32 != %d", condition, edge);
  }
}

/* `v += __shfl_up_sync(m, v, d)`: lanes below d receive their own value, which must not be
 * added. */
static void guard_exchange(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  char target[SL_EDIT_BYTES], value[SL_EDIT_BYTES], by[SL_EDIT_BYTES];
  size_t end = sl_operator_operand_end(bench, statement->first);
  if (statement->kind != SL_SIMPLE || end == SL_NO_TOKEN || !sl_token_is(t, end + 1, "+=")) return;
  if (!sl_operator_copy(bench, statement->first, end, target) ||
      !sl_operator_copy(bench, end + 2, statement->last - 1, value)) {
    return;
  }
  size_t call = end + 2;
  bool exchange = strncmp(value, "__shfl_up_sync", strlen("__shfl_up_sync")) == 0;
  if (!exchange) {
    for (const sl_variable *lane = NULL;
         has_exchange(bench, "__shfl_up") && (lane = sl_body_next_integer(body, end, lane));) {
      for (const sl_variable *d = NULL; (d = sl_body_next_integer(body, end, d));) {
        if (d == lane) continue;
        sl_operator_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first,
                           "if (%s >= %s) ", lane->name, d->name);
      }
    }
    return;
  }
  size_t close = t->all[call + 1].partner, mask, lanes;
  if (close == SL_NO_TOKEN || close == call + 2) return;
  mask = sl_operator_argument_end(bench, call + 2, close);
  lanes = sl_operator_argument_end(bench, mask + 2, close) + 2;
  if (lanes >= close ||
      !sl_operator_copy(bench, lanes, sl_operator_argument_end(bench, lanes, close), by))
    return;
  sl_operator_replace(
      bench, SL_NO_GUARD, 0, statement->first, statement->last,
      "{ auto sl_got = %s; if ((int)(threadIdx.x %% 32) >= (int)(%s)) %s += sl_got; }", value, by,
      target);
  for (const sl_variable *lane = NULL; (lane = sl_body_next_integer(body, end, lane));) {
    sl_operator_replace(bench, SL_NO_GUARD, 0, statement->first, statement->last,
                        "{ auto sl_got = %s; if ((int)%s >= (int)(%s)) %s += sl_got; }", value,
                        lane->name, by, target);
  }
}

sl_token_operator *const sl_exchange_operators[] = {set_mask, change_exchange, ask_for_edge, NULL};
sl_statement_operator *const sl_exchange_statement_operators[] = {guard_exchange, NULL};
