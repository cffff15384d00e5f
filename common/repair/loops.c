/* loops.c: edits of how a loop counts: its first and last iterations, its condition, and the
 * elements that it skips. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* The head of `for (start; left < end; step)`, as token numbers. */
typedef struct loops_head {
  size_t open, close;   /* its opening and closing parenthesis */
  size_t first, second; /* its semicolons */
  size_t compare;       /* the operator of its condition */
} loops_head;

static bool read_head(const sl_bench *bench, size_t i, loops_head *out) {
  static const char *const compares[] = {"<", "<=", ">", ">=", NULL};
  const sl_tokens *t = bench->tokens;
  size_t found[2], count = 0;
  if (!sl_token_is(t, i, "for") || !sl_token_is(t, i + 1, "(")) return false;
  *out = (loops_head){.open = i + 1, .close = t->all[i + 1].partner, .compare = SL_NO_TOKEN};
  if (out->close == SL_NO_TOKEN) return false;
  for (size_t at = i + 2; at < out->close; at++) {
    if (sl_token_is(t, at, ";") && count < 2) found[count++] = at;
    bool compares_here = count == 1 && out->compare == SL_NO_TOKEN && sl_token_in(t, at, compares);
    if (compares_here) out->compare = at;
  }
  if (count < 2 || out->compare == SL_NO_TOKEN) return false;
  out->first = found[0];
  out->second = found[1];
  return true;
}

/* ---- both ends ------------------------------------------------------------------------------- */

/* `for (k = a; k > b; …)` becomes `for (k = a - 1; k >= b; …)`: each iteration was one element too
 * far. */
static void shift_turns(sl_bench *bench, size_t i) {
  static const struct {
    const char *from, *to;
    int by;
  } ends[] = {{"<", "<=", 1}, {"<=", "<", -1}, {">", ">=", -1}, {">=", ">", 1}};
  const sl_tokens *t = bench->tokens;
  loops_head h;
  if (!read_head(bench, i, &h)) return;
  size_t equals = h.open + 1;
  while (equals < h.first && !sl_token_is(t, equals, "=")) equals++;
  size_t last = equals < h.first ? sl_operator_argument_end(bench, equals + 1, h.first) : equals;
  char start[SL_EDIT_BYTES], between[SL_EDIT_BYTES];
  if (last <= equals || !sl_operator_copy(bench, equals + 1, last, start) ||
      !sl_operator_copy(bench, last + 1, h.compare - 1, between)) {
    return;
  }
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
    if (!sl_token_is(t, h.compare, ends[e].from)) continue;
    sl_operator_rewrite(bench, SL_OFF_BY_ONE, 0, equals + 1, h.compare, i, "%s %s 1 %s %s", start,
                        ends[e].by > 0 ? "+" : "-", between, ends[e].to);
  }
}

/* ---- how often ------------------------------------------------------------------------------- */

/* `if` becomes `while`, and the reverse. */
static void ask_again(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->body->statements[s];
  size_t first = statement->first;
  if (sl_token_is(t, first, "while")) sl_operator_replace(bench, SL_REPEAT, 1, first, first, "if");
  if (!sl_token_is(t, first, "if")) return;
  for (size_t n = 0; n < bench->body->num_statements; n++) { /* no edit if the statement has an
                                                              * else, or jumps out */
    const sl_statement *inner = &bench->body->statements[n];
    if (inner->parent != (int)s && inner->first != statement->body) continue;
    if (inner->kind == SL_JUMP || sl_token_is(t, inner->last + 1, "else")) return;
  }
  sl_operator_replace(bench, SL_REPEAT, 0, first, first, "while");
}

/* ---- what a loop skips at its end ------------------------------------------------------------ */

/* Whether the tokens contain `name + …`. */
static bool goes_on(const sl_tokens *t, size_t first, size_t last, size_t name) {
  for (size_t i = first; i < last; i++) {
    if (sl_tokens_same(t, i, name) && sl_token_is(t, i + 1, "+")) return true;
  }
  return false;
}

static bool steps(const sl_tokens *t, size_t first, size_t name) {
  return sl_tokens_same(t, first, name) && sl_token_is(t, first + 1, "+=");
}

/* The last token of the part of a statement that handles only element `name`: the whole statement,
 * or a sum up to the `+` before the next element. SL_NO_TOKEN if there is none. */
static size_t end_of_part(const sl_tokens *t, const sl_statement *statement, size_t name) {
  if (!goes_on(t, statement->first, statement->last, name)) return statement->last - 1;
  for (size_t i = statement->first; i < statement->last; i++) {
    size_t partner = t->all[i].partner;
    bool splits = sl_token_is(t, i, "+") && goes_on(t, i + 1, statement->last, name);
    if (splits && !goes_on(t, statement->first, i - 1, name)) return i - 1;
    if (partner != SL_NO_TOKEN && partner > i) i = partner;
  }
  return SL_NO_TOKEN;
}

/* Copies the statements that a loop executes for element `name` in one iteration, without those for
 * `name + 1` and so on. */
static bool take_turn(const sl_bench *bench, const sl_statement *loop, size_t name,
                      char out[2 * SL_EDIT_BYTES]) {
  const sl_body *body = bench->body;
  size_t used = 0;
  for (size_t n = 0; n < body->num_statements; n++) {
    const sl_statement *inner = &body->statements[n];
    if (inner->first < loop->body || inner->last > loop->last || inner->kind == SL_BLOCK) continue;
    const sl_statement *around = inner->parent < 0 ? NULL : &body->statements[inner->parent];
    bool direct = around == loop || (around && around->first == loop->body);
    if (!direct || steps(bench->tokens, inner->first, name)) continue;
    char text[SL_EDIT_BYTES];
    size_t end = end_of_part(bench->tokens, inner, name);
    if (end == SL_NO_TOKEN) continue;
    if (!sl_operator_is_simple(inner)) {
      if (end + 1 != inner->last) continue; /* the part is in a larger statement */
      end = inner->last;
    }
    if (!sl_operator_copy(bench, inner->first, end, text)) return false;
    used += (size_t)snprintf(out + used, 2 * SL_EDIT_BYTES - used, "%s; ", text);
    if (used >= 2 * SL_EDIT_BYTES) return false;
  }
  return used > 0;
}

/* With `i + 1 < n` and two elements per iteration, the last element may be skipped, so it is
 * handled after the loop. */
static void finish(sl_bench *bench, const sl_statement *loop, size_t name, size_t start,
                   size_t start_last, const char *step, const char *end) {
  char turn[2 * SL_EDIT_BYTES], first[SL_EDIT_BYTES], variable[SL_EDIT_BYTES];
  if (!take_turn(bench, loop, name, turn) || !sl_operator_copy(bench, name, name, variable)) return;
  if (start == SL_NO_TOKEN) {
    sl_operator_insert(bench, SL_REMAINDER, 0, loop->last + 1, loop->first,
                       "for (; %s < (%s); %s++) { %s } ", variable, end, variable, turn);
  } else if (sl_operator_copy(bench, start, start_last, first)) {
    sl_operator_insert(bench, SL_REMAINDER, 0, loop->last + 1, loop->first,
                       "for (int %s = (%s) + ((%s) - (%s)) / (%s) * (%s); %s < (%s); %s++) { %s } ",
                       variable, first, end, first, step, step, variable, end, variable, turn);
  }
}

/* With `i + 8 <= n` and eight elements per iteration, adds a last iteration that ends at n. */
static void cut_last_turn(sl_bench *bench, const sl_statement *loop, size_t left, size_t compare,
                          size_t second) {
  const sl_tokens *t = bench->tokens;
  char place[SL_EDIT_BYTES], name[SL_EDIT_BYTES], end[SL_EDIT_BYTES], part[SL_EDIT_BYTES];
  char text[3 * SL_EDIT_BYTES];
  if (!sl_token_is(t, compare, "<=") || !sl_operator_copy(bench, left, compare - 1, place) ||
      !sl_operator_copy(bench, left, left, name) ||
      !sl_operator_copy(bench, compare + 1, second - 1, end)) {
    return;
  }
  size_t length = compare - left, from = second;
  size_t used = (size_t)snprintf(text, sizeof text, "%s < %s", name, end);
  for (size_t i = second; i <= loop->last; i++) {
    size_t same = 0;
    while (same < length && sl_tokens_same(t, i + same, left + same)) same++;
    bool here = same == length;
    if (!here && i < loop->last) continue;
    size_t last = here ? i - 1 : i;
    if (last >= from && !sl_operator_copy(bench, from, last, part)) return;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", last >= from ? part : "");
    if (used < sizeof text && here) {
      used += (size_t)snprintf(text + used, sizeof text - used, " (%s < %s ? %s : %s) ", place, end,
                               place, end);
    }
    if (used >= sizeof text) return;
    if (here) i = from = i + length, i--;
  }
  sl_operator_rewrite(bench, SL_REMAINDER, 0, left, loop->last, loop->first, "%s", text);
}

/* Adds edits of loops that handle several elements per iteration. */
static void do_remainder(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &bench->body->statements[s];
  size_t first, last, name, compare, step = SL_NO_TOKEN, start = SL_NO_TOKEN, start_last = 0;
  char by[SL_EDIT_BYTES] = "1", end[SL_EDIT_BYTES];
  loops_head h;
  if (loop->kind != SL_LOOP || !sl_operator_condition_of(bench, loop->first, &first, &last)) return;
  name = first;
  if (!sl_token_of(t, name, SL_TOKEN_WORD)) return;
  for (compare = first; compare <= last; compare++) {
    if (sl_token_is(t, compare, "<") || sl_token_is(t, compare, "<=")) break;
  }
  if (compare >= last || !sl_operator_copy(bench, compare + 1, last, end)) return;
  bool ahead = sl_token_is(t, name + 1, "+");
  size_t stop = loop->last;
  if (read_head(bench, loop->first, &h)) {
    if (h.first > h.open + 1) {
      for (start = h.open + 1; start < h.first && !sl_token_is(t, start, "=");) start++;
      start_last = sl_operator_argument_end(bench, start + 1, h.first);
      if (start++ == h.first || start > start_last) return;
    }
    stop = h.close;
  }
  for (size_t i = last + 1; i < stop && step == SL_NO_TOKEN; i++) {
    if (steps(t, i, name)) step = i + 2;
  }
  size_t step_last = step == SL_NO_TOKEN ? 0 : sl_operator_operand_end(bench, step);
  if (step == SL_NO_TOKEN || step_last == SL_NO_TOKEN || sl_token_is(t, step, "1")) return;
  if (!sl_operator_copy(bench, step, step_last, by)) return;
  bool short_end = sl_token_is(t, last - 1, "-") && sl_token_of(t, last, SL_TOKEN_NUMBER);
  if (short_end && !ahead && !sl_operator_copy(bench, compare + 1, last - 2, end)) return;
  if (!ahead && !short_end) return;
  if (loop->listed) finish(bench, loop, name, start, start_last, by, end);
  if (ahead) cut_last_turn(bench, loop, name, compare, last + 1);
}

/* ---- what never changes ---------------------------------------------------------------------- */

static bool is_changed(const sl_tokens *t, size_t first, size_t last, size_t name) {
  static const char *const behind[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "<<=", ">>=", "--", NULL};
  static const char *const before[] = {"++", "--", "&", NULL};
  for (size_t i = first; i <= last; i++) {
    if (!sl_tokens_same(t, i, name)) continue;
    if (sl_token_in(t, i + 1, behind) || sl_token_in(t, i - 1, before)) return true;
  }
  return false;
}

/* A loop that changes no variable of its condition does not end. Adds `i++` to `for (…; i < n;)`,
 * or at the end of `while (i < n) { … }`. */
static void advance(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *loop = &bench->body->statements[s];
  size_t first, last, end = SL_NO_TOKEN;
  loops_head h;
  if (loop->kind != SL_LOOP || !sl_operator_condition_of(bench, loop->first, &first, &last)) return;
  if (read_head(bench, loop->first, &h)) {
    if (h.second + 1 == h.close) end = h.close;
  } else if (sl_token_is(t, loop->first, "while") && sl_token_is(t, loop->last, "}")) {
    end = loop->last;
  }
  for (size_t i = first; end != SL_NO_TOKEN && i <= last; i++) {
    const sl_variable *variable =
        sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
    bool counts = variable && sl_is_number(variable);
    if (!counts || is_changed(t, first, loop->last, i)) continue;
    bool down = sl_token_is(t, i + 1, ">") || sl_token_is(t, i + 1, ">=");
    sl_operator_insert(bench, SL_STEP, 0, end, loop->first, "%s%s%s", variable->name,
                       down ? "--" : "++", end == loop->last ? "; " : "");
  }
}

sl_token_operator *const sl_loop_operators[] = {shift_turns, NULL};
sl_statement_operator *const sl_loop_statement_operators[] = {ask_again, do_remainder, advance,
                                                              NULL};
