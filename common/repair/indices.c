/* indices.c: edits of what is read of arrays: another index, a factor or a term that is missing. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

enum { MAX_INDICES = 12 };

/* The different indices of a function, in the order in which they stand there. */
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

/* The next index in the function, from token `*at` on: `*at` becomes its bracket. */
static bool next_index(const sl_bench *bench, size_t *at, char text[SL_EDIT_BYTES]) {
  const sl_tokens *t = bench->tokens;
  for (; *at < bench->scene->function->end; ++*at) {
    size_t close = sl_token_is(t, *at, "[") ? t->all[*at].partner : SL_NO_TOKEN;
    if (close == SL_NO_TOKEN || close == *at + 1) continue;
    if (sl_copy(bench, *at + 1, close - 1, text)) return true;
  }
  return false;
}

static void find_indices(const sl_bench *bench, indices *found) {
  char index[SL_EDIT_BYTES];
  found->count = 0;
  for (size_t at = bench->scene->function->begin; next_index(bench, &at, index); at++) {
    add_index(found, index);
  }
}

/* The index of another array in the function, as that of this one. Single names are exchanged
 * elsewhere. */
static void borrow_index(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char index[SL_EDIT_BYTES];
  size_t close = sl_token_is(t, i, "[") ? t->all[i].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || !sl_token_of(t, i - 1, SL_WORD)) return;
  for (size_t at = bench->scene->function->begin; next_index(bench, &at, index); at++) {
    if (t->all[at].partner == at + 2) continue;
    sl_replace(bench, SL_FORMULA, 1, i + 1, close - 1, "%s", index);
  }
}

static bool is_named_in_body(const sl_bench *bench, const char *name) {
  const sl_function *function = bench->scene->function;
  for (size_t i = function->begin; i < function->end; i++) {
    bool member = sl_token_is(bench->tokens, i - 1, "."); /* as in threadIdx.x */
    if (sl_token_is(bench->tokens, i, name) && !member) return true;
  }
  return false;
}

/* Whether an element of an array of real numbers is read at `i`. */
static bool reads_real(const sl_bench *bench, size_t i) {
  static const char *const writes[] = {"=", "+=", "-=", "*=", "/=", "++", "--", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_variable *array = sl_token_of(t, i, SL_WORD) ? sl_scene_variable(bench->scene, i) : NULL;
  if (!array || strcmp(array->type, "real*") != 0 || !sl_token_is(t, i + 1, "[")) return false;
  size_t end = t->all[i + 1].partner;
  return end != SL_NO_TOKEN && end > i + 2 && !sl_token_in(t, end + 1, writes) &&
         !sl_token_is(t, i - 1, "&");
}

/* `x[i]` becomes `x[places[k]]`: the place is what an array of places says. */
static void look_up_index(sl_bench *bench, size_t i) {
  const sl_scene *scene = bench->scene;
  indices found;
  if (!reads_real(bench, i)) return;
  find_indices(bench, &found);
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *places = &scene->variables[v];
    if (strcmp(places->type, "int*") != 0 || !sl_scene_knows(places, i)) continue;
    for (int k = 0; k < found.count; k++) {
      sl_replace(bench, SL_FORMULA, 1, i + 2, bench->tokens->all[i + 1].partner - 1, "%s[%s]",
                 places->name, found.all[k]);
    }
  }
}

/* `a[k]` becomes `a[k] * x[…]`, where the function has an array `x` that it never names. */
static void use_array(sl_bench *bench, size_t i) {
  const sl_scene *scene = bench->scene;
  char element[SL_EDIT_BYTES];
  indices found;
  if (!reads_real(bench, i) || !sl_copy(bench, i, bench->tokens->all[i + 1].partner, element)) {
    return;
  }
  find_indices(bench, &found);
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *unused = &scene->variables[v];
    if (strcmp(unused->type, "real*") != 0 || is_named_in_body(bench, unused->name)) continue;
    for (int k = 0; k < found.count; k++) {
      size_t last = bench->tokens->all[i + 1].partner;
      sl_replace(bench, SL_FORMULA, 1, i, last, "%s * %s[%s]", element, unused->name, found.all[k]);
      for (size_t w = 0; w < scene->num_variables; w++) {
        const sl_variable *places = &scene->variables[w];
        if (strcmp(places->type, "int*") != 0 || !sl_scene_knows(places, i)) continue;
        sl_replace(bench, SL_FORMULA, 1, i, last, "%s * %s[%s[%s]]", element, unused->name,
                   places->name, found.all[k]);
      }
    }
  }
}

/* Where `for (int i = a; …)` begins: what stands between its `=` and the first semicolon. */
static bool find_start(const sl_bench *bench, size_t i, size_t *first_out, size_t *last_out) {
  const sl_tokens *t = bench->tokens;
  if (!sl_token_is(t, i, "for") || !sl_token_is(t, i + 1, "(")) return false;
  size_t equals = i + 2, end;
  while (equals < bench->scene->function->end && !sl_token_is(t, equals, "=") &&
         !sl_token_is(t, equals, ";")) {
    equals++;
  }
  for (end = equals; end < bench->scene->function->end && !sl_token_is(t, end, ";");) end++;
  *first_out = equals + 1;
  *last_out = end - 1;
  return sl_token_is(t, equals, "=") && end > equals + 1;
}

/* A loop begins at `a + b`: each thread at a place of its own. Or at half or twice of what it says.
 */
static void change_start(sl_bench *bench, size_t i) {
  const sl_scene *scene = bench->scene;
  char start[SL_EDIT_BYTES];
  size_t first, last;
  if (!find_start(bench, i, &first, &last) || !sl_copy(bench, first, last, start)) return;
  for (const sl_variable *term = NULL; (term = sl_scene_next_integer(scene, first, term));) {
    sl_replace(bench, SL_FORMULA, 1, first, last, "%s + %s", start, term->name);
  }
  sl_replace(bench, SL_FORMULA, 0, first, last, "(%s) / 2", start);
  sl_replace(bench, SL_FORMULA, 0, first, last, "(%s) * 2", start);
  if (!sl_scene_on_device(scene)) return;
  sl_replace(bench, SL_FORMULA, 1, first, last, "%s + threadIdx.x", start);
}

/* An array that is handed on begins at an element of it: `f(p)` becomes `f(p + i)`. */
static void advance_argument(sl_bench *bench, size_t i) {
  const sl_scene *scene = bench->scene;
  const sl_tokens *t = bench->tokens;
  const sl_variable *array = sl_token_of(t, i, SL_WORD) ? sl_scene_variable(scene, i) : NULL;
  bool begins = sl_token_is(t, i - 1, "(") || sl_token_is(t, i - 1, ",");
  bool ends = sl_token_is(t, i + 1, ")") || sl_token_is(t, i + 1, ",");
  if (!array || !strchr(array->type, '*') || !begins || !ends) return;
  for (const sl_variable *first = NULL; (first = sl_scene_next_integer(scene, i, first));) {
    sl_replace(bench, SL_FORMULA, 1, i, i, "%s + %s", array->name, first->name);
  }
}

sl_token_operator *const sl_index_operators[] = {borrow_index, look_up_index,    use_array,
                                                 change_start, advance_argument, NULL};
