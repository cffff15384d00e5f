/* moves.c: edits of when and how often statements run. */
#include "repair/operators.h"

/* Whether a name in the tokens `first` to `last` is declared between `from` and `to`. */
static bool needs(const sl_body *body, size_t first, size_t last, size_t from, size_t to) {
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *variable = &body->variables[v];
    if (variable->name_at < from || variable->name_at > to) continue;
    for (size_t i = first; i <= last; i++) {
      if (sl_token_is(body->tokens, i, variable->name)) return true;
    }
  }
  return false;
}

/* Exchanges two neighbouring statements. */
static void swap_statements(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_statement *one = &body->statements[s];
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES];
  if (!one->listed || !sl_operator_copy(bench, one->first, one->last, a)) return;
  for (size_t n = s + 1; n < body->num_statements; n++) {
    const sl_statement *two = &body->statements[n];
    if (two->first <= one->last) continue;
    if (two->first != one->last + 1 || two->parent != one->parent) return;
    bool bound = needs(body, two->first, two->last, one->first, one->last);
    if (bound || !sl_operator_copy(bench, two->first, two->last, b)) return;
    sl_operator_replace(bench, SL_PLACE, 1, one->first, two->last, "%s %s", b, a);
    return;
  }
}

/* `a = b; c = a;` overwrites a value that is still needed. The edit assigns the old value of a to
 * c. */
static void keep_old(sl_bench *bench, size_t s) {
  static const char *const stores[] = {"=", "+=", NULL};
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *one = &body->statements[s], *two = one + 1;
  if (s + 1 >= body->num_statements || one->kind != SL_SIMPLE || two->kind != SL_SIMPLE) return;
  if (two->first != one->last + 1 || two->parent != one->parent) return;
  char place[SL_EDIT_BYTES], first[SL_EDIT_BYTES], before[SL_EDIT_BYTES], after[SL_EDIT_BYTES];
  size_t end = sl_operator_operand_end(bench, one->first);
  if (end == SL_NO_TOKEN || !sl_token_in(t, end + 1, stores) ||
      !sl_operator_copy(bench, one->first, end, place) ||
      !sl_operator_copy(bench, one->first, one->last, first)) {
    return;
  }
  size_t length = end - one->first + 1;
  for (size_t i = two->first + 1; i + length <= two->last; i++) {
    size_t same = 0;
    while (same < length && sl_tokens_same(t, one->first + same, i + same)) same++;
    if (same < length || !sl_operator_copy(bench, two->first, i - 1, before) ||
        !sl_operator_copy(bench, i + length, two->last, after)) {
      continue;
    }
    sl_operator_replace(bench, SL_PLACE, 1, one->first, two->last,
                        "{ auto sl_old = %s; %s %s sl_old %s }", place, first, before, after);
    return;
  }
}

/* Returns the next statement in the same list. */
static const sl_statement *behind(const sl_body *body, const sl_statement *statement) {
  for (size_t n = 0; n < body->num_statements; n++) {
    const sl_statement *other = &body->statements[n];
    if (other->first == statement->last + 1) return other;
  }
  return NULL;
}

/* Moves the last statement of a loop after the loop, or the first one before the loop. */
static void leave_loop(sl_bench *bench, const sl_statement *loop) {
  const sl_body *body = bench->body;
  char text[SL_EDIT_BYTES], rest[SL_EDIT_BYTES];
  bool braces =
      sl_token_is(bench->tokens, loop->body, "{") && sl_token_is(bench->tokens, loop->last, "}");
  for (size_t n = 0; braces && n < body->num_statements; n++) {
    const sl_statement *inner = &body->statements[n];
    bool inside = inner->listed && inner->first > loop->body && inner->last < loop->last &&
                  sl_operator_is_simple(inner);
    if (!inside || needs(body, inner->first, inner->last, loop->first, loop->last) ||
        !sl_operator_copy(bench, inner->first, inner->last, text)) {
      continue;
    }
    if (inner->last + 1 == loop->last) {
      sl_operator_replace(bench, SL_PLACE, 1, inner->first, loop->last, "} %s", text);
    }
    if (inner->first == loop->body + 1 && sl_operator_copy(bench, loop->first, loop->body, rest)) {
      sl_operator_replace(bench, SL_PLACE, 1, loop->first, inner->last, "%s %s", text, rest);
    }
  }
}

/* Moves the statement after a loop into its end, and the statement before it into its beginning. */
static void enter_loop(sl_bench *bench, size_t s) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &body->statements[s];
  char text[SL_EDIT_BYTES], repeated[SL_EDIT_BYTES], head[SL_EDIT_BYTES];
  const sl_statement *next = behind(body, loop);
  bool braces = sl_token_is(t, loop->body, "{") && sl_token_is(t, loop->last, "}");
  if (next && sl_operator_is_simple(next) &&
      sl_operator_copy(bench, next->first, next->last, text)) {
    if (braces) {
      sl_operator_replace(bench, SL_PLACE, 1, loop->last, next->last, "%s }", text);
    } else if (sl_operator_copy(bench, loop->body, loop->last, repeated)) {
      sl_operator_replace(bench, SL_PLACE, 1, loop->body, next->last, "{ %s %s }", repeated, text);
    }
  }
  for (size_t n = 0; n < s; n++) {
    const sl_statement *before = &body->statements[n];
    if (before->last + 1 != loop->first || before->kind == SL_BLOCK ||
        needs(body, loop->first, body->function->end, before->first, before->last)) {
      continue;
    }
    if (braces && sl_operator_copy(bench, before->first, before->last, text) &&
        sl_operator_copy(bench, loop->first, loop->body, head)) {
      sl_operator_replace(bench, SL_PLACE, 1, before->first, loop->body, "%s %s", head, text);
    }
  }
}

static void move_statement(sl_bench *bench, size_t s) {
  const sl_statement *statement = &bench->body->statements[s];
  if (statement->kind != SL_LOOP) return;
  leave_loop(bench, statement);
  enter_loop(bench, s);
}

/* Moves the statement after an if into it. */
static void enter_branch(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *branch = &bench->body->statements[s];
  const sl_statement *next = branch->kind == SL_BRANCH ? behind(bench->body, branch) : NULL;
  size_t condition =
      sl_token_is(t, branch->first + 1, "(") ? t->all[branch->first + 1].partner : SL_NO_TOKEN;
  char text[SL_EDIT_BYTES], rest[SL_EDIT_BYTES];
  if (!next || !sl_operator_is_simple(next) || condition == SL_NO_TOKEN ||
      !sl_token_is(t, condition + 1, "{")) {
    return;
  }
  size_t brace = t->all[condition + 1].partner;
  if (brace == SL_NO_TOKEN || !sl_operator_copy(bench, next->first, next->last, text) ||
      !sl_operator_copy(bench, brace, branch->last, rest)) {
    return;
  }
  sl_operator_rewrite(bench, SL_PLACE, 1, brace, next->last, next->first, "%s %s", text, rest);
}

/* `for (int i = a; i < b; i++)` becomes `for (int i = b - 1; i >= a; i--)`, and the other way
 * round. */
static void turn_loop(sl_bench *bench, size_t s) {
  static const char *const compares[] = {"<", "<=", ">", ">=", NULL};
  const sl_tokens *t = bench->tokens;
  size_t first = bench->body->statements[s].first + 2, semicolons[2], count = 0;
  if (!sl_token_is(t, first - 2, "for") || !sl_token_is(t, first - 1, "(")) return;
  size_t close = t->all[first - 1].partner, equals = first;
  for (size_t at = first; close != SL_NO_TOKEN && at < close && count < 2; at++) {
    if (sl_token_is(t, at, ";")) semicolons[count++] = at;
  }
  if (count < 2 || semicolons[1] + 3 != close) return;
  while (equals < semicolons[0] && !sl_token_is(t, equals, "=")) equals++;
  size_t compare = semicolons[0] + 2;
  size_t value_end =
      sl_operator_argument_end(bench, equals + 1, semicolons[0]); /* the head may declare more
                                                                   * variables */
  char head[SL_EDIT_BYTES], name[SL_EDIT_BYTES], start[SL_EDIT_BYTES], end[SL_EDIT_BYTES];
  char rest[SL_EDIT_BYTES] = "";
  bool plain = equals < semicolons[0] && sl_tokens_same(t, equals - 1, compare - 1) &&
               sl_token_in(t, compare, compares) && sl_operator_copy(bench, first, equals, head) &&
               sl_operator_copy(bench, equals - 1, equals - 1, name) &&
               sl_operator_copy(bench, equals + 1, value_end, start) &&
               sl_operator_copy(bench, compare + 1, semicolons[1] - 1, end);
  if (!plain) return;
  if (value_end + 1 < semicolons[0] &&
      !sl_operator_copy(bench, value_end + 1, semicolons[0] - 1, rest)) {
    return;
  }
  bool up = sl_token_is(t, semicolons[1] + 2, "++"), down = sl_token_is(t, semicolons[1] + 2, "--");
  bool within = sl_token_is(t, compare, "<=") || sl_token_is(t, compare, ">=");
  if (up) {
    sl_operator_replace(bench, SL_STEP, 1, first, close - 1, "%s (%s)%s%s; %s >= %s; %s--", head,
                        end, within ? "" : " - 1", rest, name, start, name);
  }
  if (down) {
    sl_operator_replace(bench, SL_STEP, 1, first, close - 1, "%s (%s)%s%s; %s <= %s; %s++", head,
                        end, within ? "" : " + 1", rest, name, start, name);
  }
}

/* `do { … } while (c);` becomes `while (c) { … }`, in case there is nothing to do. */
static void ask_first(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &bench->body->statements[s];
  size_t close = loop->last - 1; /* the parenthesis before the semicolon */
  char repeated[SL_EDIT_BYTES], condition[SL_EDIT_BYTES];
  if (loop->kind != SL_LOOP || !sl_token_is(t, loop->first, "do") || !sl_token_is(t, close, ")")) {
    return;
  }
  size_t open = t->all[close].partner;
  if (open == SL_NO_TOKEN || !sl_token_is(t, open - 1, "while") ||
      !sl_operator_copy(bench, loop->body, open - 2, repeated) ||
      !sl_operator_copy(bench, open, close, condition)) {
    return;
  }
  sl_operator_rewrite(bench, SL_PLACE, 1, loop->first, loop->last, open - 1, "while %s %s",
                      condition, repeated);
}

sl_statement_operator *const sl_move_operators[] = {
    swap_statements, keep_old, move_statement, enter_branch, turn_loop, ask_first, NULL};
