/* statements.c: edits of whole statements: guards, starts, what is missing or too much. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

static const sl_statement *parent_of(const sl_scene *scene, const sl_statement *statement) {
  return statement->parent < 0 ? NULL : &scene->statements[statement->parent];
}

/* The loop whose turns a listed statement is done in; NULL: it is in none. */
static const sl_statement *loop_around(const sl_scene *scene, const sl_statement *statement) {
  for (const sl_statement *p = parent_of(scene, statement); p; p = parent_of(scene, p)) {
    if (p->kind == SL_LOOP) return p;
  }
  return NULL;
}

/* ---- too much -------------------------------------------------------------------------------- */

static void drop_statement(sl_bench *bench, size_t s) {
  const sl_statement *statement = &bench->scene->statements[s];
  if (statement->kind == SL_DECLARATION || statement->kind == SL_BLOCK) return;
  int tier = sl_is_simple(statement) ? 1 : 2;
  sl_replace(bench, SL_SURPLUS, tier, statement->first, statement->last, ";");
}

/* ---- guards ---------------------------------------------------------------------------------- */

static bool declared_in(const sl_variable *variable, const sl_statement *statement) {
  return variable->name_at >= statement->first && variable->name_at <= statement->last;
}

/* `if (v >= n) return;` behind the declaration of v. */
static void leave_early(sl_bench *bench, const sl_statement *statement, const sl_variable *v) {
  const sl_scene *scene = bench->scene;
  const sl_statement *loop = loop_around(scene, statement);
  const char *jump = loop ? "break" : "return";
  if (!loop && !scene->function->is_void) return;
  for (size_t n = 0; n < scene->num_variables; n++) {
    const sl_variable *bound = &scene->variables[n];
    bool fits = bound != v && sl_type_is_integer(bound->type) &&
                sl_scene_knows(bound, statement->last) && !declared_in(bound, statement);
    if (!fits) continue;
    sl_insert(bench, SL_NO_GUARD, 1, statement->last + 1, statement->last, " if (%s >= %s) %s; ",
              v->name, bound->name, jump);
  }
}

static void add_early_end(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *statement = &scene->statements[s];
  if (!statement->listed || statement->kind != SL_DECLARATION) return;
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *variable = &scene->variables[v];
    if (!sl_type_is_integer(variable->type) || !declared_in(variable, statement)) continue;
    leave_early(bench, statement, variable);
  }
}

/* `if (n == 0) return;` at the beginning. */
static void end_for_nothing(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *statement = &scene->statements[s];
  if (!scene->function->is_void || !statement->listed || statement->parent >= 0) return;
  for (const sl_variable *n = NULL; (n = sl_scene_next_integer(scene, statement->first, n));) {
    sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s == 0) return; ",
              n->name);
  }
}

/* `if (lane == 0)` in front of what all threads write to one element: one of them is meant. */
static void let_one_write(sl_bench *bench, const sl_statement *statement) {
  const sl_scene *scene = bench->scene;
  bool writes = statement->kind == SL_SIMPLE && sl_stores_element(bench, statement);
  if (!writes || !sl_scene_on_device(scene)) return;
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *lane = &scene->variables[v];
    bool local = lane->name_at != SL_NO_TOKEN && sl_type_is_integer(lane->type);
    if (!local || !sl_scene_knows(lane, statement->first)) continue;
    sl_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first, "if (%s == 0) ",
              lane->name);
  }
}

/* `if (v < n)` in front of a statement. */
static void guard_statement(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *statement = &scene->statements[s];
  bool fits =
      statement->kind == SL_SIMPLE || statement->kind == SL_LOOP || statement->kind == SL_BRANCH;
  if (!fits || statement->first == statement->last) return;
  let_one_write(bench, statement);
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *variable = &scene->variables[v];
    if (!sl_type_is_integer(variable->type) || !sl_scene_knows(variable, statement->first))
      continue;
    bool local = variable->name_at != SL_NO_TOKEN;
    sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s == 0) ",
              variable->name);
    sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s > 0) ",
              variable->name);
    for (size_t n = 0; local && n < scene->num_variables; n++) {
      const sl_variable *bound = &scene->variables[n];
      if (bound == variable || !sl_type_is_integer(bound->type) ||
          !sl_scene_knows(bound, statement->first)) {
        continue;
      }
      sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s < %s) ",
                variable->name, bound->name);
    }
  }
  if (sl_scene_on_device(scene)) {
    sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (threadIdx.x == 0) ");
    sl_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first,
              "if (threadIdx.x %% 32 == 0) ");
  }
}

/* `x[a[i]]`, where a[i] may say that there is nothing. */
static void guard_index(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->scene->statements[s];
  char index[SL_EDIT_BYTES];
  if (statement->kind != SL_SIMPLE) return;
  for (size_t i = statement->first; i < statement->last; i++) {
    size_t partner = t->all[i].partner;
    bool nested = sl_token_is(t, i, "[") && partner != SL_NO_TOKEN && partner > i + 1;
    const sl_variable *inner = nested ? sl_scene_variable(bench->scene, i + 1) : NULL;
    bool whole = inner && (strchr(inner->type, '*') || sl_type_is_integer(inner->type));
    if (!whole || !sl_copy(bench, i + 1, partner - 1, index)) continue;
    sl_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first, "if (%s >= 0) ", index);
  }
}

/* `int row = atomicAdd(…)` is done by all, where one of them should do it for the others. */
static void single_out(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &scene->statements[s];
  char head[SL_EDIT_BYTES], value[SL_EDIT_BYTES];
  const sl_variable *made = NULL;
  if (statement->kind != SL_DECLARATION || !sl_scene_on_device(scene)) return;
  for (size_t v = 0; v < scene->num_variables; v++) {
    if (declared_in(&scene->variables[v], statement)) made = &scene->variables[v];
  }
  if (!made || !sl_token_is(t, made->name_at + 1, "=") ||
      !sl_token_is(t, made->name_at + 2, "atomicAdd") ||
      !sl_copy(bench, statement->first, made->name_at, head) ||
      !sl_copy(bench, made->name_at + 2, statement->last, value)) {
    return;
  }
  for (const sl_variable *lane = NULL;
       (lane = sl_scene_next_integer(scene, statement->first, lane));) {
    sl_replace(bench, SL_NO_GUARD, 1, statement->first, statement->last,
               "%s = 0; if (%s == 0) %s = %s", head, lane->name, made->name, value);
  }
  sl_replace(bench, SL_NO_GUARD, 1, statement->first, statement->last,
             "%s = 0; if (threadIdx.x %% 32 == 0) %s = %s", head, made->name, value);
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* `int sum;` becomes `int sum = 0;`, and so does `real sum = a;`, where what it begins with is
 * added elsewhere. A variable from outside begins at 0 on each turn. */
static void set_start(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *statement = &scene->statements[s];
  const sl_tokens *t = bench->tokens;
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *variable = &scene->variables[v];
    if (strchr(variable->type, '*') || strcmp(variable->type, "(function)") == 0) continue;
    size_t name = variable->name_at;
    if (name == SL_NO_TOKEN) continue;
    bool bare = sl_token_is(t, name + 1, ";") || sl_token_is(t, name + 1, ",");
    if (statement->kind == SL_DECLARATION && declared_in(variable, statement) && bare) {
      sl_insert(bench, SL_NO_START, 0, name + 1, name, " = 0");
    }
    size_t value = name + 2, last = sl_argument_end(bench, value, statement->last);
    bool set = declared_in(variable, statement) && sl_token_is(t, name + 1, "=") && last >= value;
    if (statement->kind == SL_DECLARATION && set && strcmp(variable->type, "real") == 0) {
      sl_replace(bench, SL_FORMULA, 0, value, last, "0");
    }
    bool again = statement->kind == SL_LOOP && sl_token_is(t, statement->body, "{") &&
                 name < statement->first && sl_scene_knows(variable, statement->body);
    if (again) {
      sl_insert(bench, SL_NO_START, 1, statement->body + 1, statement->body, "%s = 0; ",
                variable->name);
    }
  }
}

/* In front of a loop that adds to a[i]: a[i] = 0. */
static void clear_element(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *loop = &scene->statements[s];
  char place[SL_EDIT_BYTES];
  if (loop->kind != SL_LOOP) return;
  for (size_t i = loop->body; i < loop->last; i++) {
    if (!sl_token_of(bench->tokens, i, SL_WORD) || !sl_token_is(bench->tokens, i + 1, "["))
      continue;
    size_t end = sl_operand_end(bench, i);
    if (end == SL_NO_TOKEN || !sl_token_is(bench->tokens, end + 1, "+=")) continue;
    if (sl_copy(bench, i, end, place)) {
      sl_insert(bench, SL_NO_START, 1, loop->first, loop->first, "%s = 0; ", place);
    }
  }
}

/* In front of a loop of the host that counts in a[…]: all of a is cleared. */
static void clear_array(sl_bench *bench, size_t s) {
  static const char *const counts[] = {"++", "+=", NULL};
  const sl_scene *scene = bench->scene;
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &scene->statements[s];
  if (loop->kind != SL_LOOP || sl_scene_on_device(scene)) return;
  bool clears = sl_is_named(bench, "memset") || sl_is_named(bench, "fill");
  for (size_t i = loop->body; i < loop->last; i++) {
    const sl_variable *array = sl_token_of(t, i, SL_WORD) ? sl_scene_variable(scene, i) : NULL;
    size_t close = sl_token_is(t, i + 1, "[") ? t->all[i + 1].partner : SL_NO_TOKEN;
    bool counted =
        close != SL_NO_TOKEN && (sl_token_in(t, close + 1, counts) || sl_token_is(t, i - 1, "++"));
    if (!array || !counted || !sl_scene_knows(array, loop->first)) continue;
    for (const sl_variable *n = NULL; (n = sl_scene_next_integer(scene, loop->first, n));) {
      for (int more = 0; more < 2; more++) {
        sl_insert(bench, SL_NO_START, clears ? 2 : 1, loop->first, loop->first,
                  "for (int sl_i = 0; sl_i < %s + %d; sl_i++) %s[sl_i] = 0; ", n->name, more,
                  array->name);
      }
    }
  }
}

/* ---- what is missing ------------------------------------------------------------------------- */

/* `if (c) a[i] = v;` leaves a[i] as it was where c does not hold. */
static void add_else(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_statement *statement = &scene->statements[s];
  const sl_statement *around = parent_of(scene, statement);
  char place[SL_EDIT_BYTES], whole[SL_EDIT_BYTES];
  size_t end = sl_operand_end(bench, statement->first);
  bool lone = statement->kind == SL_SIMPLE && around && around->kind == SL_BRANCH &&
              around->last == statement->last && around->body == statement->first;
  if (!lone || end == SL_NO_TOKEN || !sl_token_is(bench->tokens, end + 1, "=") ||
      !sl_copy(bench, statement->first, end, place) ||
      !sl_copy(bench, statement->first, statement->last, whole)) {
    return;
  }
  sl_replace(bench, SL_NO_STATEMENT, 1, statement->first, statement->last, "%s else %s = 0;", whole,
             place);
}

/* `a[i] = b[j];` is done, and the same for the values that go with it is not. */
static void add_companion(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &scene->statements[s];
  size_t i = statement->first;
  if (statement->kind != SL_SIMPLE || !sl_token_is(t, i + 1, "[")) return;
  size_t end = sl_operand_end(bench, i);
  if (end == SL_NO_TOKEN || !sl_token_is(t, end + 1, "=")) return;
  char index[SL_EDIT_BYTES], right[SL_EDIT_BYTES], whole[SL_EDIT_BYTES], other_index[SL_EDIT_BYTES];
  bool indexed =
      sl_token_is(t, end + 3, "[") && sl_operand_end(bench, end + 2) + 1 == statement->last;
  if (!sl_copy(bench, i + 1, end, index) || !sl_copy(bench, end + 2, statement->last - 1, right) ||
      !sl_copy(bench, i, statement->last, whole)) {
    return;
  }
  if (indexed && !sl_copy(bench, end + 3, statement->last - 1, other_index)) return;
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *to = &scene->variables[v];
    if (!strchr(to->type, '*') || to->constant || sl_token_is(t, i, to->name)) continue;
    sl_replace(bench, SL_NO_STATEMENT, 2, i, statement->last, "{ %s %s%s = 0; }", whole, to->name,
               index);
    for (size_t u = 0; indexed && u < scene->num_variables; u++) {
      const sl_variable *from = &scene->variables[u];
      if (u == v || strcmp(from->type, to->type) != 0) continue;
      sl_replace(bench, SL_NO_STATEMENT, 2, i, statement->last, "{ %s %s%s = %s%s; }", whole,
                 to->name, index, from->name, other_index);
    }
  }
}

/* `a[i] = v` becomes `a[i] = f * v` or `a[i] = v + f * a[i]`, without a[i] where f is 0. */
static void scale_value(sl_bench *bench, size_t s) {
  const sl_scene *scene = bench->scene;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &scene->statements[s];
  char value[SL_EDIT_BYTES], place[SL_EDIT_BYTES];
  size_t equals = statement->first;
  if (statement->kind != SL_SIMPLE) return;
  while (equals < statement->last &&
         !sl_token_in(t, equals, (const char *const[]){"=", "+=", NULL})) {
    equals++;
  }
  if (equals + 1 >= statement->last || !sl_copy(bench, equals + 1, statement->last - 1, value))
    return;
  for (size_t v = 0; v < scene->num_variables; v++) {
    const sl_variable *factor = &scene->variables[v];
    bool fits = strcmp(factor->type, "real") == 0 && sl_scene_knows(factor, equals);
    if (!fits) continue;
    bool sums = sl_token_is(t, equals, "+=") && !sl_token_is(t, equals - 1, "]");
    sl_replace(bench, SL_FORMULA, sums ? 2 : 1, equals + 1, statement->last - 1, "%s * (%s)",
               factor->name, value);
    if (!sl_token_is(t, equals - 1, "]") || !sl_copy(bench, statement->first, equals - 1, place)) {
      continue;
    }
    sl_replace(bench, SL_FORMULA, 2, equals + 1, statement->last - 1,
               "%s + (%s == 0 ? 0 : %s * %s)", value, factor->name, factor->name, place);
  }
}

sl_statement_operator *const sl_statement_operators[] = {drop_statement,
                                                         add_early_end,
                                                         end_for_nothing,
                                                         guard_statement,
                                                         guard_index,
                                                         single_out,
                                                         set_start,
                                                         clear_element,
                                                         clear_array,
                                                         add_else,
                                                         add_companion,
                                                         scale_value,
                                                         NULL};
