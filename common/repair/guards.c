/* guards.c: adds missing checks before a statement, or at the beginning. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* Finds the loop around a statement; NULL if there is none. */
static const sl_statement *loop_around(const sl_body *body, const sl_statement *statement) {
  for (const sl_statement *p = sl_parent_of(body, statement); p; p = sl_parent_of(body, p)) {
    if (p->kind == SL_LOOP) return p;
  }
  return NULL;
}

/* Adds `if (v >= n) return;` after the declaration of v. */
static void leave_early(sl_bench *bench, const sl_statement *statement, const sl_variable *v) {
  const sl_body *body = bench->body;
  const sl_statement *loop = loop_around(body, statement);
  const char *jump = loop ? "break" : "return";
  if (!loop && !body->function->is_void) return;
  for (size_t n = 0; n < body->num_variables; n++) {
    const sl_variable *bound = &body->variables[n];
    bool fits = bound != v && sl_is_number(bound) && sl_body_knows(bound, statement->last) &&
                !sl_declared_in(bound, statement);
    if (!fits) continue;
    sl_operator_insert(bench, SL_NO_GUARD, 1, statement->last + 1, statement->last,
                       " if (%s >= %s) %s; ", v->name, bound->name, jump);
  }
}

static void add_early_end(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  if (!statement->listed || statement->kind != SL_DECLARATION) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *variable = &body->variables[v];
    if (!sl_is_number(variable) || !sl_declared_in(variable, statement)) continue;
    leave_early(bench, statement, variable);
  }
}

/* Adds `if (n == 0) return;` at the beginning of the function. */
static void end_for_nothing(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  if (!body->function->is_void || !statement->listed || statement->parent >= 0) return;
  for (const sl_variable *n = NULL; (n = sl_body_next_integer(body, statement->first, n));) {
    sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first,
                       "if (%s == 0) return; ", n->name);
  }
}

/* Adds `if (lane == 0)` before a statement in which all threads write one element, although only
 * one should. */
static void let_one_write(sl_bench *bench, const sl_statement *statement) {
  const sl_body *body = bench->body;
  bool writes = statement->kind == SL_SIMPLE && sl_operator_stores_element(bench, statement);
  if (!writes || !sl_body_on_device(body)) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *lane = &body->variables[v];
    bool local = lane->name_at != SL_NO_TOKEN && sl_is_number(lane);
    if (!local || !sl_body_knows(lane, statement->first)) continue;
    sl_operator_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first, "if (%s == 0) ",
                       lane->name);
  }
}

/* Adds `if (v < n)` before a statement. */
static void guard_statement(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  bool fits =
      statement->kind == SL_SIMPLE || statement->kind == SL_LOOP || statement->kind == SL_BRANCH;
  if (!fits || statement->first == statement->last) return;
  let_one_write(bench, statement);
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *variable = &body->variables[v];
    if (!sl_is_number(variable) || !sl_body_knows(variable, statement->first)) continue;
    bool local = variable->name_at != SL_NO_TOKEN;
    sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s == 0) ",
                       variable->name);
    sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s > 0) ",
                       variable->name);
    for (size_t n = 0; local && n < body->num_variables; n++) {
      const sl_variable *bound = &body->variables[n];
      if (bound == variable || !sl_is_number(bound) || !sl_body_knows(bound, statement->first)) {
        continue;
      }
      sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first, "if (%s < %s) ",
                         variable->name, bound->name);
    }
  }
  if (sl_body_on_device(body)) {
    sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first,
                       "if (threadIdx.x == 0) ");
    sl_operator_insert(bench, SL_NO_GUARD, 2, statement->first, statement->first,
                       "if (threadIdx.x %% 32 == 0) ");
  }
}

/* Guards `a[e] = v;` in case the index is past the end or before the beginning. */
static void guard_place(sl_bench *bench, size_t s) {
  static const char *const stores[] = {"=", "+=", "-=", "++", NULL};
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &body->statements[s];
  char place[SL_EDIT_BYTES];
  size_t first = statement->first, close = t->all[first + 1].partner;
  bool stores_place = statement->kind == SL_SIMPLE && sl_token_is(t, first + 1, "[") &&
                      close != SL_NO_TOKEN && close > first + 3 &&
                      sl_token_in(t, close + 1, stores) &&
                      sl_operator_copy(bench, first + 2, close - 1, place);
  if (!stores_place) return;
  for (const sl_variable *n = NULL; (n = sl_body_next_integer(body, first, n));) {
    if (!sl_operator_is_bound(bench, n)) continue;
    sl_operator_insert(bench, SL_NO_GUARD, 1, first, first, "if ((%s) < %s) ", place, n->name);
    for (size_t v = 0; v < body->num_variables; v++) {
      const sl_variable *p = &body->variables[v];
      bool ends = sl_operator_can_read(bench, p, first) && sl_operator_has_ends(bench, p);
      if (ends)
        sl_operator_insert(bench, SL_NO_GUARD, 2, first, first, "if ((%s) < %s[%s]) ", place,
                           p->name, n->name);
    }
  }
}

/* Whether the function reads the array at the variable's value, as in p[i] or p[i + 1]. */
static bool is_read_at(const sl_bench *bench, const sl_variable *array, const sl_variable *i) {
  const sl_tokens *t = bench->tokens;
  for (size_t k = bench->body->function->begin; k < bench->body->function->end; k++) {
    if (sl_token_is(t, k, array->name) && sl_token_is(t, k + 1, "[") &&
        sl_token_is(t, k + 2, i->name)) {
      return true;
    }
  }
  return false;
}

/* Adds `if (p[i] < p[i + 1])` before a statement that must not run for a row without entries. */
static void skip_empty(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  if (statement->kind != SL_SIMPLE || statement->first == statement->last) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *p = &body->variables[v];
    if (!sl_operator_can_read(bench, p, statement->first) || !sl_operator_has_ends(bench, p))
      continue;
    for (const sl_variable *i = NULL; (i = sl_body_next_integer(body, statement->first, i));) {
      if (i->name_at == SL_NO_TOKEN || !is_read_at(bench, p, i)) continue;
      sl_operator_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first,
                         "if (%s[%s] < %s[%s + 1]) ", p->name, i->name, p->name, i->name);
    }
  }
}

/* Guards `x[a[i]]` if a[i] may mean that there is no element. */
static void guard_index(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->body->statements[s];
  char index[SL_EDIT_BYTES];
  if (statement->kind != SL_SIMPLE) return;
  for (size_t i = statement->first; i < statement->last; i++) {
    size_t partner = t->all[i].partner;
    bool nested = sl_token_is(t, i, "[") && partner != SL_NO_TOKEN && partner > i + 1;
    const sl_variable *inner = nested ? sl_body_variable(bench->body, i + 1) : NULL;
    bool whole = inner && (strchr(inner->type, '*') || sl_is_number(inner));
    if (!whole || !sl_operator_copy(bench, i + 1, partner - 1, index)) continue;
    sl_operator_insert(bench, SL_NO_GUARD, 1, statement->first, statement->first, "if (%s >= 0) ",
                       index);
  }
}

/* Restricts `int row = atomicAdd(…)`, which all lanes execute, to one lane, which passes the result
 * to the others. */
static void single_out(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &body->statements[s];
  char head[SL_EDIT_BYTES], value[SL_EDIT_BYTES];
  const sl_variable *made = NULL;
  if (statement->kind != SL_DECLARATION || !sl_body_on_device(body)) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    if (sl_declared_in(&body->variables[v], statement)) made = &body->variables[v];
  }
  if (!made || !sl_token_is(t, made->name_at + 1, "=") ||
      !sl_token_is(t, made->name_at + 2, "atomicAdd") ||
      !sl_operator_copy(bench, statement->first, made->name_at, head) ||
      !sl_operator_copy(bench, made->name_at + 2, statement->last, value)) {
    return;
  }
  for (const sl_variable *lane = NULL;
       (lane = sl_body_next_integer(body, statement->first, lane));) {
    sl_operator_replace(bench, SL_NO_GUARD, 1, statement->first, statement->last,
                        "%s = 0; if (%s == 0) %s = %s", head, lane->name, made->name, value);
  }
  sl_operator_replace(bench, SL_NO_GUARD, 1, statement->first, statement->last,
                      "%s = 0; if (threadIdx.x %% 32 == 0) %s = %s", head, made->name, value);
}

sl_statement_operator *const sl_guard_operators[] = {
    add_early_end, end_for_nothing, guard_statement, guard_index,
    single_out,    guard_place,     skip_empty,      NULL};
