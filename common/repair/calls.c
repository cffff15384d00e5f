/* calls.c: edits of calls and launches: another function or member, another start of an array that
 * is passed on, another size of a grid. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* ---- other words ----------------------------------------------------------------------------- */

/* Exchanges words that are easily confused: directions of copies, true and false, and functions. */
static void change_word(sl_bench *bench, size_t i) {
  static const struct {
    sl_defect defect;
    const char *words[5];
  } groups[] = {
      {SL_NAME, {"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"}},
      {SL_NAME, {"true", "false"}},
      {SL_FUNCTION, {"min", "max"}},
      {SL_FUNCTION, {"fminf", "fmaxf"}},
      {SL_FUNCTION, {"floor", "ceil"}},
      {SL_FUNCTION, {"floorf", "ceilf"}},
      {SL_FUNCTION, {"lower_bound", "upper_bound"}},
      {SL_FUNCTION, {"sort", "stable_sort"}},
      {SL_FUNCTION, {"greater", "less", "greater_equal", "less_equal"}},
      {SL_FUNCTION, {"min_element", "max_element"}},
      {SL_FUNCTION, {"inclusive_scan", "exclusive_scan"}},
      {SL_FUNCTION, {"any_of", "all_of"}},
      {SL_FUNCTION, {"begin", "rbegin"}},
      {SL_FUNCTION, {"end", "rend"}},
      {SL_FUNCTION, {"__any_sync", "__all_sync"}},
      {SL_FUNCTION, {"__ffs", "__clz", "__popc"}},
      {SL_FUNCTION, {"__syncwarp", "__syncthreads"}},
      {SL_FUNCTION, {"atomicAdd", "atomicSub"}},
      {SL_FUNCTION, {"atomicMin", "atomicMax"}}};
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    if (!sl_token_in(bench->tokens, i, groups[g].words)) continue;
    for (const char *const *other = groups[g].words; *other; other++) {
      sl_operator_replace(bench, groups[g].defect, 1, i, i, "%s", *other);
    }
  }
}

/* Whether token `i` names a member that is neither a function nor a member of dim3. */
static bool is_member(const sl_tokens *t, size_t i) {
  static const char *const built_in[] = {"x", "y", "z", NULL}, *const stops[] = {".", "->", NULL};
  return sl_token_of(t, i, SL_TOKEN_WORD) && sl_token_in(t, i - 1, stops) &&
         !sl_token_is(t, i + 1, "(") && !sl_token_in(t, i, built_in);
}

/* `a.length` becomes `a.row`: tries each member that the file names elsewhere. */
static void change_member(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char name[SL_EDIT_BYTES];
  bool member = is_member(t, i);
  for (size_t k = 1; member && k + 1 < t->count; k++) {
    if (is_member(t, k) && sl_operator_copy(bench, k, k, name)) {
      sl_operator_replace(bench, SL_NAME, 1, i, i, "%s", name);
    }
  }
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Copies the offset e of the argument `p + e` or `&p[e]`, which is tokens `first` to `last`. */
static bool offset_of(const sl_bench *bench, size_t first, size_t last, char out[SL_EDIT_BYTES]) {
  const sl_tokens *t = bench->tokens;
  size_t name = sl_token_is(t, first, "&") ? first + 1 : first;
  const sl_variable *array = sl_body_variable(bench->body, name);
  if (!array || !strchr(array->type, '*')) return false;
  if (name > first && sl_token_is(t, name + 1, "[") && t->all[name + 1].partner == last) {
    return sl_operator_copy(bench, name + 2, last - 1, out);
  }
  return name == first && sl_token_is(t, name + 1, "+") && last > name + 1 &&
         sl_operator_copy(bench, name + 2, last, out);
}

/* If another argument of a call is `p + e`, adds e to this argument as well. */
static void borrow_offset(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  bool calls = sl_token_is(t, i, "(") &&
               (sl_token_of(t, i - 1, SL_TOKEN_WORD) || sl_token_is(t, i - 1, ">>>"));
  size_t close = calls ? t->all[i].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN) return;
  for (size_t from = i + 1; from < close;) {
    char offset[SL_EDIT_BYTES], own[SL_EDIT_BYTES], name[SL_EDIT_BYTES];
    size_t from_last = sl_operator_argument_end(bench, from, close);
    bool lends = offset_of(bench, from, from_last, offset);
    for (size_t to = i + 1; lends && to < close;) {
      size_t last = sl_operator_argument_end(bench, to, close);
      size_t at = sl_token_is(t, to, "&") ? to + 1 : to;
      const sl_variable *array = sl_body_variable(bench->body, at);
      bool borrows =
          array && strchr(array->type, '*') && to != from && sl_operator_copy(bench, at, at, name);
      bool moved = borrows && offset_of(bench, to, last, own);
      if (borrows && (moved || at == last)) {
        sl_operator_replace(bench, SL_FORMULA, moved ? 1 : 0, to, last, "%s + %s", name, offset);
      }
      to = last + 2;
    }
    from = from_last + 2;
  }
}

/* Sets the number of blocks to what `n` elements need, for each integer n. */
static void change_grid(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  char threads[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "<<<")) return;
  size_t end = i + 1;
  while (end < body->function->end && !sl_token_is(t, end, ">>>")) end++;
  size_t last = sl_operator_argument_end(bench, i + 1, end);
  size_t threads_last = sl_operator_argument_end(bench, last + 2, end);
  if (last <= i || !sl_token_is(t, last + 1, ",") ||
      !sl_operator_copy(bench, last + 2, threads_last, threads))
    return;
  for (const sl_variable *n = NULL; (n = sl_body_next_integer(body, i, n));) {
    if (strcmp(n->name, threads) == 0) continue;
    sl_operator_replace(bench, SL_GRID, 1, i + 1, last, "(%s + %s - 1) / %s", n->name, threads,
                        threads);
    for (const sl_variable *m = NULL; (m = sl_body_next_integer(body, i, m));) {
      bool given = m->name_at == SL_NO_TOKEN && n->name_at == SL_NO_TOKEN && m < n;
      if (!given) continue;
      sl_operator_replace(bench, SL_GRID, 2, i + 1, last, "(%s * %s + %s - 1) / %s", n->name,
                          m->name, threads, threads);
    }
  }
}

sl_token_operator *const sl_call_operators[] = {change_word, change_member, borrow_offset,
                                                change_grid, NULL};
