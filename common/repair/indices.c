/* indices.c: edits of array reads: another index, a missing factor or term. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

enum { MAX_INDICES = 12 };

/* The different indices of a function, in source order. */
typedef struct indices {
  char all[MAX_INDICES][SL_EDIT_BYTES];
  int count;
} indices;

static void add_index(indices *found, const char *text) {
  for (int i = 0; i < found->count; i++) {
    if (strcmp(found->all[i], text) == 0) return;
  }
  if (found->count < MAX_INDICES) strcpy(found->all[found->count++], text);
}

/* Finds the next index in the function, from token `*at` on. `*at` becomes the opening bracket of
 * that index. */
static bool next_index(const sl_bench *bench, size_t *at, char text[SL_EDIT_BYTES]) {
  const sl_tokens *t = bench->tokens;
  for (; *at < bench->body->function->end; ++*at) {
    size_t close = sl_token_is(t, *at, "[") ? t->all[*at].partner : SL_NO_TOKEN;
    if (close == SL_NO_TOKEN || close == *at + 1) continue;
    if (sl_operator_copy(bench, *at + 1, close - 1, text)) return true;
  }
  return false;
}

static void find_indices(const sl_bench *bench, indices *found) {
  char index[SL_EDIT_BYTES];
  found->count = 0;
  for (size_t at = bench->body->function->begin; next_index(bench, &at, index); at++) {
    add_index(found, index);
  }
}

/* Replaces the index of this array by that of another array in the function. names.c exchanges
 * single names. */
static void borrow_index(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char index[SL_EDIT_BYTES];
  size_t close = sl_token_is(t, i, "[") ? t->all[i].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || !sl_token_of(t, i - 1, SL_TOKEN_WORD)) return;
  for (size_t at = bench->body->function->begin; next_index(bench, &at, index); at++) {
    if (t->all[at].partner == at + 2) continue;
    sl_operator_replace(bench, SL_FORMULA, 1, i + 1, close - 1, "%s", index);
  }
}

/* Whether an element of an array of real numbers is read at `i`. */
static bool reads_real(const sl_bench *bench, size_t i) {
  static const char *const writes[] = {"=", "+=", "-=", "*=", "/=", "++", "--", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_variable *array =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  if (!array || strcmp(array->type, "real*") != 0 || !sl_token_is(t, i + 1, "[")) return false;
  size_t end = t->all[i + 1].partner;
  return end != SL_NO_TOKEN && end > i + 2 && !sl_token_in(t, end + 1, writes) &&
         !sl_token_is(t, i - 1, "&");
}

/* `x[i]` becomes `x[places[k]]`: the index comes from an array of indices. */
static void look_up_index(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  indices found;
  if (!reads_real(bench, i)) return;
  find_indices(bench, &found);
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *places = &body->variables[v];
    if (!sl_operator_can_read(bench, places, i)) continue;
    for (int k = 0; k < found.count; k++) {
      sl_operator_replace(bench, SL_FORMULA, 1, i + 2, bench->tokens->all[i + 1].partner - 1,
                          "%s[%s]", places->name, found.all[k]);
    }
  }
}

/* `a[k]` becomes `a[k] * x[…]` if the function has a parameter `x` that it never uses. */
static void use_array(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  char element[SL_EDIT_BYTES];
  indices found;
  if (!reads_real(bench, i) ||
      !sl_operator_copy(bench, i, bench->tokens->all[i + 1].partner, element)) {
    return;
  }
  find_indices(bench, &found);
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *unused = &body->variables[v];
    if (strcmp(unused->type, "real*") != 0 || sl_operator_is_named(bench, unused->name)) continue;
    for (int k = 0; k < found.count; k++) {
      size_t last = bench->tokens->all[i + 1].partner;
      sl_operator_replace(bench, SL_FORMULA, 1, i, last, "%s * %s[%s]", element, unused->name,
                          found.all[k]);
      for (size_t w = 0; w < body->num_variables; w++) {
        const sl_variable *places = &body->variables[w];
        if (!sl_operator_can_read(bench, places, i)) continue;
        sl_operator_replace(bench, SL_FORMULA, 1, i, last, "%s * %s[%s[%s]]", element, unused->name,
                            places->name, found.all[k]);
      }
    }
  }
}

/* Whether token `i` is the only one in its brackets. */
static bool is_whole_index(const sl_tokens *t, size_t i) {
  return sl_token_is(t, i - 1, "[") && sl_token_is(t, i + 1, "]");
}

/* Writes the source of tokens `first` to `last` with `index` in place of each index that equals
 * token `name`. Returns the number of replaced indices; 0 if the text is too long. */
static int replace_indices(const sl_tokens *t, size_t first, size_t last, size_t name,
                           const char *index, char out[SL_EDIT_BYTES]) {
  size_t at = t->all[first].from, used = 0;
  int count = 0;
  for (size_t i = first; i <= last; i++) {
    bool hit = is_whole_index(t, i) && sl_tokens_same(t, i, name);
    if (!hit && i < last) continue;
    size_t end = hit ? t->all[i].from : t->all[i].to;
    int length = snprintf(out + used, SL_EDIT_BYTES - used, "%.*s%s", (int)(end - at), t->text + at,
                          hit ? index : "");
    if (length < 0 || used + (size_t)length >= SL_EDIT_BYTES) return 0;
    used += (size_t)length;
    at = t->all[i].to;
    count += hit;
  }
  return count;
}

/* Makes an element of an array of the function a position that advances: `p[a[i]]` becomes
 * `p[a[i]++]`. */
static void advance_place(sl_bench *bench, size_t i) {
  static const char *const writes[] = {"=", "+=", "-=", "++", "--", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_variable *array =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  char element[SL_EDIT_BYTES];
  if (!array || array->constant || strcmp(array->type, "int*") != 0) return;
  size_t end = sl_token_is(t, i + 1, "[") ? t->all[i + 1].partner : SL_NO_TOKEN;
  bool read = end != SL_NO_TOKEN && !sl_token_in(t, end + 1, writes) &&
              !sl_token_in(t, i - 1, (const char *const[]){"++", "--", "&", NULL});
  if (!read || !sl_operator_copy(bench, i, end, element)) return;
  sl_operator_replace(bench, SL_FORMULA, 1, i, end, "%s++", element);
}

/* `a[i] = k` becomes `a[k] = i`, whatever i and k are: index and value were exchanged. */
static void swap_place_and_value(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_variable *array =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  char name[SL_EDIT_BYTES], place[SL_EDIT_BYTES], value[SL_EDIT_BYTES];
  size_t close = sl_token_is(t, i + 1, "[") ? t->all[i + 1].partner : SL_NO_TOKEN;
  if (!array || strcmp(array->type, "int*") != 0 || close == SL_NO_TOKEN) return;
  size_t end =
      sl_token_is(t, close + 1, "=") ? sl_operator_operand_end(bench, close + 2) : SL_NO_TOKEN;
  if (end != SL_NO_TOKEN && sl_token_is(t, end + 1, "++")) end++;
  bool single = close == i + 3 && end == close + 2; /* names.c exchanges two single variables */
  if (single || end == SL_NO_TOKEN || !sl_token_is(t, end + 1, ";") ||
      !sl_operator_copy(bench, i, i, name) || !sl_operator_copy(bench, i + 2, close - 1, place) ||
      !sl_operator_copy(bench, close + 2, end, value)) {
    return;
  }
  sl_operator_replace(bench, SL_FORMULA, 1, i, end, "%s[%s] = %s", name, value, place);
}

/* Replaces all indices of the statement that equal token `i` by `index`, if there are several. */
static void replace_all_indices(sl_bench *bench, sl_defect defect, size_t i, const char *index) {
  const sl_statement *around = &bench->body->statements[sl_body_statement(bench->body, i)];
  char text[SL_EDIT_BYTES];
  if (replace_indices(bench->tokens, around->first, around->last, i, index, text) < 2) return;
  sl_operator_rewrite(bench, defect, 1, around->first, around->last, i, "%s", text);
}

/* Changes `k` in a statement that reads several arrays at `k`: to a neighbouring value, to another
 * variable, or to a value relative to the start of the row: `first[i] + k`. */
static void shift_indices(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  char index[SL_EDIT_BYTES];
  const sl_variable *k = is_whole_index(t, i) ? sl_body_variable(body, i) : NULL;
  if (!k || sl_body_statement(body, i) < 0 || !sl_function_is_integer(k->type)) return;
  (void)snprintf(index, sizeof index, "%s + 1", k->name);
  replace_all_indices(bench, SL_OFF_BY_ONE, i, index);
  (void)snprintf(index, sizeof index, "%s - 1", k->name);
  replace_all_indices(bench, SL_OFF_BY_ONE, i, index);
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    if (other != k) replace_all_indices(bench, SL_NAME, i, other->name);
  }
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *places = &body->variables[v];
    if (!sl_operator_can_read(bench, places, i) || !sl_operator_has_ends(bench, places)) continue;
    for (const sl_variable *of = NULL; (of = sl_body_next_integer(body, i, of));) {
      if (of == k) continue;
      (void)snprintf(index, sizeof index, "%s[%s] + %s", places->name, of->name, k->name);
      replace_all_indices(bench, SL_FORMULA, i, index);
    }
  }
}

/* `p[i + 1]`, the end of a row, becomes `p[i + 1] - p[i]`, its length. */
static void measure_from_start(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_variable *ends =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  char end[SL_EDIT_BYTES], place[SL_EDIT_BYTES];
  size_t close = ends && sl_token_is(t, i + 1, "[") ? t->all[i + 1].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || close < i + 5 || sl_token_is(t, close + 1, "-")) return;
  if (!sl_operator_can_read(bench, ends, i) || !sl_token_is(t, close - 1, "1")) return;
  if (!sl_token_is(t, close - 2, "+") || !sl_operator_copy(bench, i + 2, close - 3, place)) return;
  if (!sl_operator_copy(bench, i, close, end)) return;
  sl_operator_replace(bench, SL_FORMULA, 1, i, close, "(%s - %s[%s])", end, ends->name, place);
}

/* Divides a variable that the function divides elsewhere, as in `lane % v`. */
static void divide_again(sl_bench *bench, size_t i) {
  static const char *const divisions[] = {"/", "%", NULL}, *const members[] = {".", "->", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_function *function = bench->body->function;
  const sl_variable *number =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  char quotient[SL_EDIT_BYTES];
  if (!number || !sl_is_number(number) || sl_token_in(t, i + 1, divisions)) return;
  if (sl_body_declared_at(bench->body, i) || sl_token_in(t, i - 1, members)) return;
  for (size_t other = function->begin + 1; other < function->end; other++) {
    bool divided =
        other != i && sl_tokens_same(t, other, i) && sl_token_in(t, other + 1, divisions);
    size_t last = divided ? sl_operator_operand_end(bench, other + 2) : SL_NO_TOKEN;
    if (last == SL_NO_TOKEN || !sl_operator_copy(bench, other, last, quotient)) continue;
    sl_operator_replace(bench, SL_FORMULA, 0, i, i, "(%s)", quotient);
  }
}

/* `p += e`: makes e the step of another pointer of the function. */
static void borrow_step(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_function *function = bench->body->function;
  static const char *const ends[] = {";", ",", ")", NULL};
  size_t last[2];
  if (!sl_token_is(t, i, "+=")) return;
  for (size_t other = function->begin + 1; other < function->end; other++) {
    size_t at[2] = {i, other};
    bool moves = other != i && sl_token_is(t, other, "+=");
    for (int k = 0; k < 2 && moves; k++) {
      const sl_variable *pointer = sl_body_variable(bench->body, at[k] - 1);
      moves = pointer && strchr(pointer->type, '*');
      for (last[k] = at[k] + 1; last[k] < function->end && !sl_token_in(t, last[k], ends);) {
        size_t partner = t->all[last[k]].partner;
        last[k] = partner != SL_NO_TOKEN && partner > last[k] ? partner + 1 : last[k] + 1;
      }
    }
    char step[SL_EDIT_BYTES];
    bool whole = moves && last[0] > i + 1 && sl_operator_copy(bench, other + 1, last[1] - 1, step);
    if (!whole) continue;
    sl_operator_replace(bench, SL_FORMULA, 0, i + 1, last[0] - 1, "%s", step);
  }
}

/* Finds the start of `for (int i = a; …)`: the text between `=` and the first semicolon. */
static bool find_start(const sl_bench *bench, size_t i, size_t *first_out, size_t *last_out) {
  const sl_tokens *t = bench->tokens;
  if (!sl_token_is(t, i, "for") || !sl_token_is(t, i + 1, "(")) return false;
  size_t equals = i + 2, end;
  while (equals < bench->body->function->end && !sl_token_is(t, equals, "=") &&
         !sl_token_is(t, equals, ";")) {
    equals++;
  }
  for (end = equals; end < bench->body->function->end && !sl_token_is(t, end, ";");) end++;
  *first_out = equals + 1;
  *last_out = end - 1;
  return sl_token_is(t, equals, "=") && end > equals + 1;
}

/* Makes a loop begin at `a + b`, so that each thread has its own start, or at half or twice its
 * start.
 */
static void change_start(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  char start[SL_EDIT_BYTES];
  size_t first, last;
  if (!find_start(bench, i, &first, &last) || !sl_operator_copy(bench, first, last, start)) return;
  for (const sl_variable *term = NULL; (term = sl_body_next_integer(body, first, term));) {
    sl_operator_replace(bench, SL_FORMULA, 1, first, last, "%s + %s", start, term->name);
  }
  for (size_t v = 0; sl_token_is(bench->tokens, first, "0") && v < body->num_variables; v++) {
    const sl_variable *starts = &body->variables[v]; /* this array may hold the beginning of each
                                                      * row */
    if (!sl_operator_can_read(bench, starts, first) || !sl_operator_has_ends(bench, starts))
      continue;
    for (const sl_variable *of = NULL; (of = sl_body_next_integer(body, first, of));) {
      sl_operator_replace(bench, SL_FORMULA, 1, first, last, "%s[%s]", starts->name, of->name);
    }
  }
  sl_operator_replace(bench, SL_FORMULA, 0, first, last, "(%s) / 2", start);
  sl_operator_replace(bench, SL_FORMULA, 0, first, last, "(%s) * 2", start);
  for (const sl_variable *size = NULL; (size = sl_body_next_integer(body, first, size));) {
    sl_operator_replace(bench, SL_FORMULA, 1, first, last, "%s / 2", size->name);
  }
  if (!sl_body_on_device(body)) return;
  sl_operator_replace(bench, SL_FORMULA, 1, first, last, "%s + threadIdx.x", start);
}

/* Makes an array argument begin at one of its elements: `f(p)` becomes `f(p + i)`. */
static void advance_argument(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_variable *array = sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(body, i) : NULL;
  bool begins = sl_token_is(t, i - 1, "(") || sl_token_is(t, i - 1, ",");
  bool ends = sl_token_is(t, i + 1, ")") || sl_token_is(t, i + 1, ",");
  if (!array || !strchr(array->type, '*') || !begins || !ends) return;
  for (const sl_variable *first = NULL; (first = sl_body_next_integer(body, i, first));) {
    sl_operator_replace(bench, SL_FORMULA, 1, i, i, "%s + %s", array->name, first->name);
  }
}

sl_token_operator *const sl_index_operators[] = {
    borrow_index,         look_up_index, use_array,          advance_place,
    swap_place_and_value, shift_indices, measure_from_start, borrow_step,
    divide_again,         change_start,  advance_argument,   NULL};
