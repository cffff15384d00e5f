/* statements.c: edits of whole statements: initial values, missing and superfluous statements. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* ---- too much -------------------------------------------------------------------------------- */

static void drop_statement(sl_bench *bench, size_t s) {
  const sl_statement *statement = &bench->body->statements[s];
  if (statement->kind == SL_DECLARATION || statement->kind == SL_BLOCK) return;
  int tier = sl_operator_is_simple(statement) ? 1 : 2;
  sl_operator_replace(bench, SL_SURPLUS, tier, statement->first, statement->last, ";");
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* If lanes add up their sums, lets only one of them start with a value that must be counted
 * once. */
static void start_once(sl_bench *bench, size_t first, size_t last) {
  const sl_body *body = bench->body;
  char value[SL_EDIT_BYTES];
  if (!sl_body_on_device(body) || first == last || !sl_operator_copy(bench, first, last, value))
    return;
  for (const sl_variable *lane = NULL; (lane = sl_body_next_integer(body, first, lane));) {
    if (lane->name_at == SL_NO_TOKEN) continue;
    sl_operator_replace(bench, SL_NO_GUARD, 1, first, last, "%s == 0 ? %s : 0", lane->name, value);
  }
}

/* `int sum;` becomes `int sum = 0;`, and so does `real sum = a;`, in case a is added elsewhere. A
 * variable declared before a loop is set to 0 in each iteration. */
static void set_start(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  const sl_tokens *t = bench->tokens;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *variable = &body->variables[v];
    if (strchr(variable->type, '*') || strcmp(variable->type, "(function)") == 0) continue;
    size_t name = variable->name_at;
    if (name == SL_NO_TOKEN) continue;
    bool bare = sl_token_is(t, name + 1, ";") || sl_token_is(t, name + 1, ",");
    if (statement->kind == SL_DECLARATION && sl_declared_in(variable, statement) && bare) {
      sl_operator_insert(bench, SL_NO_START, 0, name + 1, name, " = 0");
    }
    size_t value = name + 2, last = sl_operator_argument_end(bench, value, statement->last);
    bool set =
        sl_declared_in(variable, statement) && sl_token_is(t, name + 1, "=") && last >= value;
    if (statement->kind == SL_DECLARATION && set && strcmp(variable->type, "real") == 0) {
      sl_operator_replace(bench, SL_FORMULA, 0, value, last, "0");
      start_once(bench, value, last);
    }
    bool again = statement->kind == SL_LOOP && sl_token_is(t, statement->body, "{") &&
                 name < statement->first && sl_body_knows(variable, statement->body);
    if (again) {
      sl_operator_insert(bench, SL_NO_START, 1, statement->body + 1, statement->body, "%s = 0; ",
                         variable->name);
    }
  }
}

/* Inserts a[i] = 0 before a loop that adds to a[i]. */
static void clear_element(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *loop = &body->statements[s];
  char place[SL_EDIT_BYTES];
  if (loop->kind != SL_LOOP) return;
  for (size_t i = loop->body; i < loop->last; i++) {
    if (!sl_token_of(bench->tokens, i, SL_TOKEN_WORD) || !sl_token_is(bench->tokens, i + 1, "["))
      continue;
    size_t end = sl_operator_operand_end(bench, i);
    if (end == SL_NO_TOKEN || !sl_token_is(bench->tokens, end + 1, "+=")) continue;
    if (sl_operator_copy(bench, i, end, place)) {
      sl_operator_insert(bench, SL_NO_START, 1, loop->first, loop->first, "%s = 0; ", place);
    }
  }
}

/* Clears all of a before a host loop that counts in a[…]. */
static void clear_array(sl_bench *bench, size_t s) {
  static const char *const counts[] = {"++", "+=", NULL};
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &body->statements[s];
  if (loop->kind != SL_LOOP || sl_body_on_device(body)) return;
  bool clears = sl_operator_is_named(bench, "memset") || sl_operator_is_named(bench, "fill");
  for (size_t i = loop->body; i < loop->last; i++) {
    const sl_variable *array = sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(body, i) : NULL;
    size_t close = sl_token_is(t, i + 1, "[") ? t->all[i + 1].partner : SL_NO_TOKEN;
    bool counted =
        close != SL_NO_TOKEN && (sl_token_in(t, close + 1, counts) || sl_token_is(t, i - 1, "++"));
    if (!array || !counted || !sl_body_knows(array, loop->first)) continue;
    for (const sl_variable *n = NULL; (n = sl_body_next_integer(body, loop->first, n));) {
      for (int more = 0; more < 2; more++) {
        sl_operator_insert(bench, SL_NO_START, clears ? 2 : 1, loop->first, loop->first,
                           "for (int sl_i = 0; sl_i < %s + %d; sl_i++) %s[sl_i] = 0; ", n->name,
                           more, array->name);
      }
    }
  }
}

/* ---- what is missing ------------------------------------------------------------------------- */

/* `if (c) a[i] = v;` leaves a[i] unchanged if c is false. Adds an else that sets a[i]. */
static void add_else(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *statement = &body->statements[s];
  const sl_statement *around = sl_parent_of(body, statement);
  char place[SL_EDIT_BYTES], whole[SL_EDIT_BYTES];
  size_t end = sl_operator_operand_end(bench, statement->first);
  bool lone = statement->kind == SL_SIMPLE && around && around->kind == SL_BRANCH &&
              around->last == statement->last && around->body == statement->first;
  if (!lone || end == SL_NO_TOKEN || !sl_token_is(bench->tokens, end + 1, "=") ||
      !sl_operator_copy(bench, statement->first, end, place) ||
      !sl_operator_copy(bench, statement->first, statement->last, whole)) {
    return;
  }
  sl_operator_replace(bench, SL_NO_STATEMENT, 1, statement->first, statement->last,
                      "%s else %s = 0;", whole, place);
  char part[SL_EDIT_BYTES]; /* the first term of the stored value */
  size_t part_last = sl_operator_operand_end(bench, end + 2);
  if (part_last == SL_NO_TOKEN || part_last + 1 >= statement->last) return;
  if (!sl_operator_copy(bench, end + 2, part_last, part)) return;
  sl_operator_replace(bench, SL_NO_STATEMENT, 1, statement->first, statement->last,
                      "%s else %s = %s;", whole, place, part);
}

/* Removes a superfluous else, or adds a missing one between two ifs. */
static void change_else(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->body->statements[s];
  if (sl_token_is(t, statement->first - 1, "else")) {
    sl_operator_rewrite(bench, SL_CONDITION, 0, statement->first - 1, statement->first - 1,
                        statement->first, "%s", "");
  } else if (sl_token_is(t, statement->first, "if") && s > 0) {
    for (size_t n = 0; n < s; n++) {
      const sl_statement *before = &bench->body->statements[n];
      bool neighbour = before->last + 1 == statement->first && before->listed &&
                       sl_token_is(t, before->first, "if");
      if (!neighbour) continue;
      sl_operator_insert(bench, SL_CONDITION, 1, statement->first, statement->first, "else ");
    }
  }
}

/* `p += e;` advances one pointer, but not one that belongs to it. Adds the missing statement. */
static void move_companion(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &body->statements[s];
  const sl_variable *moved = sl_body_variable(body, statement->first);
  char by[SL_EDIT_BYTES], whole[SL_EDIT_BYTES];
  if (statement->kind != SL_SIMPLE || !moved || !strchr(moved->type, '*') ||
      !sl_token_is(t, statement->first + 1, "+=") ||
      !sl_operator_copy(bench, statement->first + 2, statement->last - 1, by) ||
      !sl_operator_copy(bench, statement->first, statement->last, whole)) {
    return;
  }
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *other = &body->variables[v];
    bool fits =
        other != moved && strchr(other->type, '*') && sl_body_knows(other, statement->first);
    if (!fits) continue;
    sl_operator_replace(bench, SL_NO_STATEMENT, 1, statement->first, statement->last,
                        "{ %s %s += %s; }", whole, other->name, by);
  }
}

/* `a[i] = b[j];` copies an element, but not the value that belongs to it. Adds the missing
 * statement. */
static void add_companion(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &body->statements[s];
  size_t i = statement->first;
  if (statement->kind != SL_SIMPLE || !sl_token_is(t, i + 1, "[")) return;
  size_t end = sl_operator_operand_end(bench, i);
  if (end == SL_NO_TOKEN || !sl_token_is(t, end + 1, "=")) return;
  char index[SL_EDIT_BYTES], right[SL_EDIT_BYTES], whole[SL_EDIT_BYTES], other_index[SL_EDIT_BYTES];
  bool indexed = sl_token_is(t, end + 3, "[") &&
                 sl_operator_operand_end(bench, end + 2) + 1 == statement->last;
  if (!sl_operator_copy(bench, i + 1, end, index) ||
      !sl_operator_copy(bench, end + 2, statement->last - 1, right) ||
      !sl_operator_copy(bench, i, statement->last, whole)) {
    return;
  }
  if (indexed && !sl_operator_copy(bench, end + 3, statement->last - 1, other_index)) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *to = &body->variables[v];
    if (!strchr(to->type, '*') || to->constant || sl_token_is(t, i, to->name)) continue;
    sl_operator_replace(bench, SL_NO_STATEMENT, 2, i, statement->last, "{ %s %s%s = 0; }", whole,
                        to->name, index);
    for (size_t u = 0; indexed && u < body->num_variables; u++) {
      const sl_variable *from = &body->variables[u];
      if (u == v || strcmp(from->type, to->type) != 0) continue;
      sl_operator_replace(bench, SL_NO_STATEMENT, 2, i, statement->last, "{ %s %s%s = %s%s; }",
                          whole, to->name, index, from->name, other_index);
    }
  }
}

/* `a[i] = v` becomes `a[i] = f * v` or `a[i] = v + f * a[i]`, without a[i] where f is 0. */
static void scale_value(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &body->statements[s];
  char value[SL_EDIT_BYTES], place[SL_EDIT_BYTES];
  size_t equals = statement->first;
  if (statement->kind != SL_SIMPLE) return;
  while (equals < statement->last &&
         !sl_token_in(t, equals, (const char *const[]){"=", "+=", NULL})) {
    equals++;
  }
  if (equals + 1 >= statement->last ||
      !sl_operator_copy(bench, equals + 1, statement->last - 1, value))
    return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *factor = &body->variables[v];
    bool fits = strcmp(factor->type, "real") == 0 && sl_body_knows(factor, equals);
    if (!fits) continue;
    bool sums = sl_token_is(t, equals, "+=") && !sl_token_is(t, equals - 1, "]");
    sl_operator_replace(bench, SL_FORMULA, sums ? 2 : 1, equals + 1, statement->last - 1,
                        "%s * (%s)", factor->name, value);
    if (!sl_token_is(t, equals - 1, "]") ||
        !sl_operator_copy(bench, statement->first, equals - 1, place)) {
      continue;
    }
    sl_operator_replace(bench, SL_FORMULA, 2, equals + 1, statement->last - 1,
                        "%s + (%s == 0 ? 0 : %s * %s)", value, factor->name, factor->name, place);
  }
}

/* Two parameters of one type may be in the wrong order in the function's head. The edit exchanges
 * their values at the start of the body, because the copies of a function keep its head. */
static void exchange_parameters(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_function *function = body->function;
  if (s > 0) return;
  for (int a = 0; a < function->num_parameters; a++) {
    const sl_variable *one = &function->parameters[a];
    for (int b = a + 1; b < function->num_parameters; b++) {
      const sl_variable *other = &function->parameters[b];
      if (strcmp(one->type, other->type) != 0 || one->constant != other->constant) continue;
      sl_operator_insert(bench, SL_ARGUMENTS, 1, body->statements[0].first, function->name_at,
                         "auto sl_kept = %s; %s = %s; %s = sl_kept; ", one->name, one->name,
                         other->name, other->name);
    }
  }
}

sl_statement_operator *const sl_statement_operators[] = {
    exchange_parameters, drop_statement, set_start,     clear_element, clear_array, add_else,
    change_else,         move_companion, add_companion, scale_value,   NULL};
