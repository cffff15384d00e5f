/* pairs.c: edits for a mistake that was made twice: in the same index at two places, or in two
 * similar statements, such as one for the columns and one for the values. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 4 * SL_EDIT_BYTES, LEAST_INDEX = 3 /* in tokens; a shorter index is a name */ };

/* Whether this kind of mistake is often made twice. Mistakes in the computation of an index are. */
static bool repeats(const sl_edit *edit) {
  switch (edit->defect) {
  case SL_OFF_BY_ONE:
  case SL_OPERATOR:
  case SL_ASSIGNMENT:
  case SL_CONSTANT:
  case SL_NAME:
  case SL_THREAD:
  case SL_FORMULA:
  case SL_STEP:
    return edit->tier <= 1;
  default:
    return false;
  }
}

static size_t from_of(const sl_bench *bench, size_t token) {
  return bench->tokens->all[token].from;
}

static size_t to_of(const sl_bench *bench, size_t token) {
  return bench->tokens->all[token].to;
}

/* Finds the first of the tokens `first` to `last` that ends after byte `byte`. */
static size_t token_from(const sl_bench *bench, size_t first, size_t last, size_t byte) {
  size_t i = first;
  while (i < last && to_of(bench, i) <= byte) i++;
  return i;
}

/* ---- statements of one shape ----------------------------------------------------------------- */

/* Whether token `i` divides: a quotient and its remainder count as one shape. */
static bool divides(const sl_tokens *t, size_t i) {
  return sl_token_is(t, i, "/") || sl_token_is(t, i, "%");
}

static bool same_shape(const sl_tokens *t, const sl_statement *one, const sl_statement *two) {
  if (two->last - two->first != one->last - one->first) return false;
  for (size_t k = 0; k <= one->last - one->first; k++) {
    if (t->all[one->first + k].kind != t->all[two->first + k].kind) return false;
    bool mark = t->all[one->first + k].kind == SL_TOKEN_MARK;
    if (divides(t, one->first + k) && divides(t, two->first + k)) continue;
    if (mark && !sl_tokens_same(t, one->first + k, two->first + k)) return false;
  }
  return true;
}

/* Makes the edit of statement `one` also at the corresponding place of statement `two`. */
static void do_twice(sl_bench *bench, const sl_statement *one, const sl_statement *two,
                     const sl_edit *edit) {
  const sl_tokens *t = bench->tokens;
  char text[TEXT_BYTES];
  size_t a = token_from(bench, one->first, one->last, edit->from), b = a;
  while (b < one->last && to_of(bench, b) < edit->to) b++;
  if (edit->from == edit->to || from_of(bench, a) != edit->from || to_of(bench, b) != edit->to) {
    return;
  }
  size_t distance = two->first - one->first;
  for (size_t k = a; k <= b; k++) {
    if (!sl_tokens_same(t, k, k + distance)) return;
  }
  size_t again = from_of(bench, a + distance), end = to_of(bench, b + distance);
  int length = snprintf(text, sizeof text, "%s%.*s%s", edit->text, (int)(again - edit->to),
                        t->text + edit->to, edit->text);
  if (length < 0 || (size_t)length >= sizeof text) return;
  sl_edit both = *edit;
  both.to = end;
  sl_operator_add_edit(bench, &both, text);
}

static void repeat_in_twins(sl_bench *bench, size_t first_edit, size_t end_edit) {
  const sl_body *body = bench->body;
  for (size_t s = 0; s < body->num_statements; s++) {
    const sl_statement *one = &body->statements[s];
    bool plain = one->kind == SL_SIMPLE || one->kind == SL_DECLARATION;
    if (!plain || s + 1 == body->num_statements) continue;
    const sl_statement *two = one + 1;
    bool twins = two->kind == one->kind && two->first == one->last + 1 &&
                 two->parent == one->parent && same_shape(bench->tokens, one, two);
    for (size_t e = first_edit; twins && e < end_edit; e++) {
      const sl_edit edit = bench->edits->all[e]; /* a copy, because the array may move */
      bool within = edit.from >= from_of(bench, one->first) && edit.to <= to_of(bench, one->last);
      if (within && repeats(&edit)) do_twice(bench, one, two, &edit);
    }
  }
}

/* ---- one index at several places ------------------------------------------------------------- */

static bool same_index(const sl_tokens *t, size_t one, size_t two) {
  size_t length = t->all[one].partner - one;
  if (t->all[two].partner == SL_NO_TOKEN || t->all[two].partner - two != length) return false;
  for (size_t k = 1; k < length; k++) {
    if (!sl_tokens_same(t, one + k, two + k)) return false;
  }
  return true;
}

/* Finds the next bracket after `at` with the same index as the one at `open`; SL_NO_TOKEN if there
 * is none. */
static size_t next_same(const sl_bench *bench, size_t open, size_t at) {
  for (size_t i = at + 1; i < bench->body->function->end; i++) {
    if (sl_token_is(bench->tokens, i, "[") && same_index(bench->tokens, open, i)) return i;
  }
  return SL_NO_TOKEN;
}

/* Makes the edit of the index at `open` at all places of the function that have the same index. */
static void do_everywhere(sl_bench *bench, size_t open, const sl_edit *edit) {
  const sl_tokens *t = bench->tokens;
  size_t close = t->all[open].partner, from = from_of(bench, open + 1);
  char index[TEXT_BYTES], text[TEXT_BYTES];
  int used = snprintf(index, sizeof index, "%.*s%s%.*s", (int)(edit->from - from), t->text + from,
                      edit->text, (int)(to_of(bench, close - 1) - edit->to), t->text + edit->to);
  if (used < 0 || (size_t)used >= sizeof index) return;
  size_t length = 0, end = from;
  for (size_t at = open; at != SL_NO_TOKEN; at = next_same(bench, open, t->all[at].partner)) {
    size_t begin = from_of(bench, at + 1);
    used = snprintf(text + length, sizeof text - length, "%.*s%s", (int)(begin - end),
                    t->text + end, index);
    if (used < 0 || length + (size_t)used >= sizeof text) return;
    length += (size_t)used;
    end = to_of(bench, t->all[at].partner - 1);
  }
  sl_edit all = *edit;
  all.from = from;
  all.to = end;
  sl_operator_add_edit(bench, &all, text);
}

static void repeat_indices(sl_bench *bench, size_t first_edit, size_t end_edit) {
  const sl_tokens *t = bench->tokens;
  const sl_function *function = bench->body->function;
  for (size_t open = function->begin; open < function->end; open++) {
    size_t close = sl_token_is(t, open, "[") ? t->all[open].partner : SL_NO_TOKEN;
    if (close == SL_NO_TOKEN || close < open + 1 + LEAST_INDEX) continue;
    bool first = true;
    for (size_t i = function->begin; first && i < open; i++) {
      first =
          !sl_token_is(t, i, "[") || t->all[i].partner == SL_NO_TOKEN || !same_index(t, i, open);
    }
    if (!first || next_same(bench, open, close) == SL_NO_TOKEN) continue;
    for (size_t e = first_edit; e < end_edit; e++) {
      const sl_edit edit = bench->edits->all[e];
      bool within = edit.from >= from_of(bench, open + 1) && edit.to <= to_of(bench, close - 1);
      if (within && repeats(&edit)) do_everywhere(bench, open, &edit);
    }
  }
}

void sl_operator_repeat(sl_bench *bench, size_t first_edit) {
  size_t end_edit = bench->edits->count;
  repeat_in_twins(bench, first_edit, end_edit);
  repeat_indices(bench, first_edit, end_edit);
}
