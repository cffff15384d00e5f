/* expressions.c: edits within an expression: comparisons, operators, numbers, conditions. */
#include "repair/operators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An operator, its replacement, and how likely the replacement is. */
typedef struct swap {
  const char *from, *to;
  sl_defect defect;
  int tier;
} swap;

static const swap swaps[] = {
    {"<", "<=", SL_COMPARISON, 0},  {"<=", "<", SL_COMPARISON, 0}, {">", ">=", SL_COMPARISON, 0},
    {">=", ">", SL_COMPARISON, 0},  {"==", "!=", SL_CONDITION, 0}, {"!=", "==", SL_CONDITION, 0},
    {"<", ">=", SL_CONDITION, 1},   {"<=", ">", SL_CONDITION, 1},  {">", "<=", SL_CONDITION, 1},
    {">=", "<", SL_CONDITION, 1},   {"<", ">", SL_CONDITION, 1},   {">", "<", SL_CONDITION, 1},
    {"==", "<=", SL_CONDITION, 1},  {"==", ">=", SL_CONDITION, 1}, {"==", "<", SL_CONDITION, 1},
    {"==", ">", SL_CONDITION, 1},   {"!=", "<", SL_CONDITION, 1},  {"!=", ">", SL_CONDITION, 1},
    {">", "!=", SL_CONDITION, 1},   {">=", "!=", SL_CONDITION, 1}, {"<", "!=", SL_CONDITION, 1},
    {"&&", "||", SL_CONDITION, 0},  {"||", "&&", SL_CONDITION, 0}, {"+", "-", SL_OPERATOR, 0},
    {"-", "+", SL_OPERATOR, 0},     {"*", "/", SL_OPERATOR, 1},    {"*", "+", SL_OPERATOR, 1},
    {"+", "*", SL_OPERATOR, 1},     {"/", "*", SL_OPERATOR, 1},    {"/", "%", SL_OPERATOR, 0},
    {"%", "/", SL_OPERATOR, 0},     {"<<", ">>", SL_OPERATOR, 0},  {">>", "<<", SL_OPERATOR, 0},
    {"&", "|", SL_OPERATOR, 1},     {"|", "&", SL_OPERATOR, 1},    {"=", "+=", SL_ASSIGNMENT, 0},
    {"+=", "=", SL_ASSIGNMENT, 0},  {"=", "-=", SL_ASSIGNMENT, 2}, {"+=", "-=", SL_ASSIGNMENT, 2},
    {"-=", "+=", SL_ASSIGNMENT, 0}, {"*=", "/=", SL_STEP, 0},      {"/=", "*=", SL_STEP, 0},
    {"*=", "+=", SL_STEP, 1},       {"+=", "*=", SL_STEP, 1},      {"<<=", ">>=", SL_STEP, 0},
    {">>=", "<<=", SL_STEP, 0},     {"/=", "-=", SL_STEP, 1},      {"++", "--", SL_STEP, 1},
    {"--", "++", SL_STEP, 1},
};
enum { NUM_SWAPS = sizeof swaps / sizeof *swaps };

static void swap_mark(sl_bench *bench, size_t i) {
  if (!sl_token_of(bench->tokens, i, SL_TOKEN_MARK)) return;
  for (int s = 0; s < NUM_SWAPS; s++) {
    if (!sl_token_is(bench->tokens, i, swaps[s].from)) continue;
    bool operand = sl_operator_is_binary(bench, i) || strcmp(swaps[s].from, "++") == 0 ||
                   strcmp(swaps[s].from, "--") == 0;
    bool starts = sl_body_declared_at(bench->body, i - 1) != NULL; /* the `=` of a declaration */
    if (swaps[s].from[0] == '=' && swaps[s].defect == SL_ASSIGNMENT && starts) {
      continue;
    }
    if (operand)
      sl_operator_replace(bench, swaps[s].defect, swaps[s].tier, i, i, "%s", swaps[s].to);
  }
}

/* `if (a = b)` becomes `if (a == b)`, or `if (a != b)`. */
static void compare(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  int around = sl_body_statement(body, i);
  size_t first, last;
  if (!sl_token_is(bench->tokens, i, "=") || around < 0) return;
  size_t word = body->statements[around].first;
  bool asks = sl_token_is(bench->tokens, word, "if") || sl_token_is(bench->tokens, word, "while");
  bool inside =
      asks && sl_operator_condition_of(bench, word, &first, &last) && first < i && i < last;
  if (!inside || sl_body_declared_at(body, i - 1)) return;
  sl_operator_replace(bench, SL_CONDITION, 0, i, i, "==");
  sl_operator_replace(bench, SL_CONDITION, 0, i, i, "!=");
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void change_number(sl_bench *bench, size_t i) {
  char text[SL_EDIT_BYTES], *end;
  if (!sl_token_of(bench->tokens, i, SL_TOKEN_NUMBER) || !sl_operator_copy(bench, i, i, text))
    return;
  if (strncmp(text, "0.3", 3) == 0) sl_operator_replace(bench, SL_CONSTANT, 0, i, i, "(1.0 / 3)");
  unsigned long value = strtoul(text, &end, 0);
  bool plain = end != text && (*end == '\0' || strcmp(end, "u") == 0 || strcmp(end, "U") == 0);
  if (!plain || value > 1u << 20) return;
  sl_operator_replace(bench, SL_CONSTANT, 0, i, i, "%lu", value + 1);
  if (value > 0) sl_operator_replace(bench, SL_CONSTANT, 0, i, i, "%lu", value - 1);
  if (value > 1) sl_operator_replace(bench, SL_CONSTANT, 1, i, i, "%lu", value * 2);
  if (value > 3) sl_operator_replace(bench, SL_CONSTANT, 1, i, i, "%lu", value / 2);
  if (value == 0) sl_operator_replace(bench, SL_CONSTANT, 1, i, i, "(-1)");
  if (value > 7) {
    int tier = value > 32 && value % 32 != 0 ? 0 : 1; /* numbers of threads are multiples of 32 */
    sl_operator_replace(bench, SL_CONSTANT, tier, i, i, "%s", value == 32 ? "256" : "32");
    if (tier == 0) sl_operator_replace(bench, SL_CONSTANT, 0, i, i, "256");
    sl_operator_replace(bench, SL_CONSTANT, 2, i, i, "1");
  }
}

/* ---- terms ----------------------------------------------------------------------------------- */

static const char *const arithmetic[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", NULL};
static const char *const logical[] = {"&&", "||", NULL};

/* `a + b` becomes `a`, or `b`. */
static void drop_term(sl_bench *bench, size_t i) {
  if (!sl_token_in(bench->tokens, i, arithmetic) || !sl_operator_is_binary(bench, i)) return;
  size_t end = sl_operator_operand_end(bench, i + 1),
         begin = sl_operator_operand_begin(bench, i - 1);
  if (end != SL_NO_TOKEN) sl_operator_replace(bench, SL_FORMULA, 1, i, end, "%s", "");
  bool sum = sl_token_is(bench->tokens, i, "-");
  if (begin != SL_NO_TOKEN && !sum) sl_operator_replace(bench, SL_FORMULA, 1, begin, i, "%s", "");
}

/* `a / b` becomes `b / a`, and `a - b` becomes `b - a`. */
static void swap_operands(sl_bench *bench, size_t i) {
  static const char *const sided[] = {"/", "-", "%", NULL};
  const sl_tokens *t = bench->tokens;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES], mark[SL_EDIT_BYTES];
  if (!sl_token_in(t, i, sided) || !sl_operator_is_binary(bench, i)) return;
  size_t begin = sl_operator_operand_begin(bench, i - 1),
         end = sl_operator_operand_end(bench, i + 1);
  if (begin == SL_NO_TOKEN || end == SL_NO_TOKEN || !sl_operator_copy(bench, begin, i - 1, a) ||
      !sl_operator_copy(bench, i, i, mark) || !sl_operator_copy(bench, i + 1, end, b)) {
    return;
  }
  sl_operator_replace(bench, SL_FORMULA, 1, begin, end, "%s %s %s", b, mark, a);
}

/* `f * (a + b)` becomes `f * a + b` and `a + f * b`. */
static void open_parentheses(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char factor[SL_EDIT_BYTES], one[SL_EDIT_BYTES], other[SL_EDIT_BYTES];
  size_t close = sl_token_is(t, i, "(") ? t->all[i].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || !sl_token_is(t, i - 1, "*") || !sl_operator_is_binary(bench, i - 1))
    return;
  size_t begin = sl_operator_operand_begin(bench, i - 2), plus = i + 1;
  while (plus < close && !sl_token_is(t, plus, "+")) {
    size_t partner = t->all[plus].partner;
    plus = partner != SL_NO_TOKEN && partner > plus ? partner + 1 : plus + 1;
  }
  if (begin == SL_NO_TOKEN || plus >= close || !sl_operator_copy(bench, begin, i - 2, factor) ||
      !sl_operator_copy(bench, i + 1, plus - 1, one) ||
      !sl_operator_copy(bench, plus + 1, close - 1, other)) {
    return;
  }
  sl_operator_replace(bench, SL_FORMULA, 0, begin, close, "%s * %s + %s", factor, one, other);
  sl_operator_replace(bench, SL_FORMULA, 0, begin, close, "%s + %s * %s", one, factor, other);
}

/* `f * a[i]` becomes `(f == 0 ? 0 : f * a[i])`: a[i] is not read if its factor is 0. */
static void skip_zero_factor(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char factor[SL_EDIT_BYTES], element[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "*") || !sl_operator_is_binary(bench, i)) return;
  size_t end = sl_operator_operand_end(bench, i + 1);
  const sl_variable *known = sl_body_variable(bench->body, i - 1);
  if (!known || strcmp(known->type, "real") != 0 || end == SL_NO_TOKEN) return;
  if (!sl_token_is(t, end, "]") || !sl_operator_copy(bench, i - 1, i - 1, factor) ||
      !sl_operator_copy(bench, i + 1, end, element)) {
    return;
  }
  sl_operator_replace(bench, SL_CONDITION, 1, i - 1, end, "(%s == 0 ? 0 : %s * %s)", factor, factor,
                      element);
}

/* The condition that begins or ends at an && or ||, up to its bracket or the next of them. */
static void drop_condition(sl_bench *bench, size_t i) {
  static const char *const ends[] = {"&&", "||", ";", ",", "?", ":", "=", "return", NULL};
  const sl_tokens *t = bench->tokens;
  if (!sl_token_in(t, i, logical)) return;
  size_t end = i + 1, begin = i - 1;
  for (; end < bench->body->function->end && !sl_token_in(t, end, ends); end++) {
    size_t partner = t->all[end].partner;
    if (partner != SL_NO_TOKEN && partner < end) break;
    if (partner != SL_NO_TOKEN) end = partner;
  }
  for (; begin > bench->body->function->begin && !sl_token_in(t, begin, ends); begin--) {
    size_t partner = t->all[begin].partner;
    if (partner != SL_NO_TOKEN && partner > begin) break;
    if (partner != SL_NO_TOKEN) begin = partner;
  }
  sl_operator_replace(bench, SL_CONDITION, 0, i, end - 1, "%s", "");
  sl_operator_replace(bench, SL_CONDITION, 0, begin + 1, i, "%s", "");
}

static void change_condition(sl_bench *bench, size_t i) {
  size_t first, last;
  char text[SL_EDIT_BYTES];
  if (!sl_token_of(bench->tokens, i, SL_TOKEN_WORD) ||
      !sl_operator_condition_of(bench, i, &first, &last))
    return;
  if (!sl_operator_copy(bench, first, last, text) || sl_token_is(bench->tokens, i, "for")) return;
  sl_operator_replace(bench, SL_CONDITION, 1, first, last, "!(%s)", text);
  sl_operator_replace(bench, SL_CONDITION, 1, first, last, "true");
  sl_operator_replace(bench, SL_CONDITION, 1, first, last, "false");
}

/* A condition may read past the end of an array: `a[e] == v` becomes `e < n && (a[e] == v)`. */
static void ask_for_end(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  size_t first, last;
  char text[SL_EDIT_BYTES], index[SL_EDIT_BYTES];
  if (!sl_token_of(t, i, SL_TOKEN_WORD) || !sl_operator_condition_of(bench, i, &first, &last))
    return;
  if (!sl_operator_copy(bench, first, last, text)) return;
  bool counts = sl_token_is(t, i, "for") && sl_token_is(t, first + 1, "<");
  /* If a loop counts, n may be a second limit. */
  if (counts && sl_operator_copy(bench, first, first, index)) {
    for (const sl_variable *n = NULL; (n = sl_body_next_integer(bench->body, i, n));) {
      if (!sl_operator_is_bound(bench, n)) continue;
      sl_operator_replace(bench, SL_NO_GUARD, 1, first, last, "%s < %s && (%s)", index, n->name,
                          text);
    }
  }
  for (size_t at = first; at <= last; at++) {
    size_t close = sl_token_is(t, at, "[") ? t->all[at].partner : SL_NO_TOKEN;
    bool number = sl_token_of(t, at + 1, SL_TOKEN_NUMBER) && close == at + 2;
    if (close == SL_NO_TOKEN || number || !sl_operator_copy(bench, at + 1, close - 1, index))
      continue;
    for (const sl_variable *n = NULL; (n = sl_body_next_integer(bench->body, first, n));) {
      if (strcmp(n->name, index) == 0 || !sl_operator_is_bound(bench, n)) continue;
      sl_operator_replace(bench, SL_NO_GUARD, 1, first, last, "(%s) < %s && (%s)", index, n->name,
                          text);
    }
    sl_operator_replace(bench, SL_NO_GUARD, 1, first, last, "(%s) >= 0 && (%s)", index, text);
  }
}

static void drop_not(sl_bench *bench, size_t i) {
  bool not = sl_token_is(bench->tokens, i, "!") ||
             (sl_token_is(bench->tokens, i, "-") && !sl_operator_is_binary(bench, i));
  if (not ) sl_operator_replace(bench, SL_CONDITION, 1, i, i, "%s", "");
}

/* `a * b + c` becomes `c * b + a`: rows and columns were confused. */
static void turn_formula(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES], c[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "*") || !sl_operator_is_binary(bench, i)) return;
  size_t a_first = sl_operator_operand_begin(bench, i - 1),
         b_last = sl_operator_operand_end(bench, i + 1);
  if (a_first == SL_NO_TOKEN || b_last == SL_NO_TOKEN || !sl_token_is(t, b_last + 1, "+")) return;
  size_t c_last = sl_operator_operand_end(bench, b_last + 2);
  if (c_last == SL_NO_TOKEN || !sl_operator_copy(bench, a_first, i - 1, a) ||
      !sl_operator_copy(bench, i + 1, b_last, b) ||
      !sl_operator_copy(bench, b_last + 2, c_last, c)) {
    return;
  }
  sl_operator_replace(bench, SL_FORMULA, 0, a_first, c_last, "%s * %s + %s", c, b, a);
  sl_operator_replace(bench, SL_FORMULA, 0, a_first, c_last, "%s * %s + %s", a, c, b);
  const sl_body *body = bench->body;
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    sl_operator_replace(bench, SL_FORMULA, 0, a_first, c_last, "%s * %s + %s", c, other->name, a);
  }
}

/* `a + b / c` becomes `(a + b) / c`, `a * b + c` becomes `a * (b + c)`, and `a & b == c` becomes
 * `(a & b) == c`. */
static void close_parentheses(sl_bench *bench, size_t i) {
  static const char *const factors[] = {"*", "/", "%", "<<", ">>", NULL}, *const terms[] = {
                                                                              "+", "-", NULL};
  static const char *const bits[] = {"&", "|", "^", NULL}, *const compares[] = {"==", "!=", NULL};
  const sl_tokens *t = bench->tokens;
  char left[SL_EDIT_BYTES], right[SL_EDIT_BYTES], mark[SL_EDIT_BYTES];
  if (!sl_token_of(t, i, SL_TOKEN_MARK) || !sl_operator_is_binary(bench, i) ||
      !sl_operator_copy(bench, i, i, mark))
    return;
  size_t begin = sl_operator_operand_begin(bench, i - 1),
         end = sl_operator_operand_end(bench, i + 1);
  if (begin == SL_NO_TOKEN || end == SL_NO_TOKEN) return;
  bool factor = sl_token_in(t, i, factors);
  bool before =
      factor && sl_token_in(t, begin - 1, terms) && sl_operator_is_binary(bench, begin - 1);
  size_t first = before ? sl_operator_operand_begin(bench, begin - 2) : SL_NO_TOKEN;
  if (first != SL_NO_TOKEN && sl_operator_copy(bench, first, i - 1, left)) {
    sl_operator_replace(bench, SL_FORMULA, 1, first, i - 1, "(%s)", left);
  }
  size_t last = factor && sl_token_in(t, end + 1, terms) ? sl_operator_operand_end(bench, end + 2)
                                                         : SL_NO_TOKEN;
  if (last != SL_NO_TOKEN && sl_operator_copy(bench, i + 1, last, right)) {
    sl_operator_replace(bench, SL_FORMULA, 1, i + 1, last, "(%s)", right);
  }
  bool masks = sl_token_in(t, i, bits) && sl_token_in(t, end + 1, compares);
  if (masks && sl_operator_copy(bench, begin, end, left)) {
    sl_operator_replace(bench, SL_FORMULA, 0, begin, end, "(%s)", left);
  }
}

/* `a / b * c` becomes `a * c / b`: a quotient that is multiplied loses its remainder. */
static void divide_last(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES], c[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "/") || !sl_operator_is_binary(bench, i)) return;
  size_t begin = sl_operator_operand_begin(bench, i - 1),
         middle = sl_operator_operand_end(bench, i + 1);
  if (begin == SL_NO_TOKEN || middle == SL_NO_TOKEN || !sl_operator_copy(bench, begin, i - 1, a))
    return;
  sl_operator_replace(bench, SL_TYPE, 1, begin, i - 1, "(double)%s", a);
  size_t end =
      sl_token_is(t, middle + 1, "*") ? sl_operator_operand_end(bench, middle + 2) : SL_NO_TOKEN;
  if (end == SL_NO_TOKEN || !sl_operator_copy(bench, i + 1, middle, b) ||
      !sl_operator_copy(bench, middle + 2, end, c)) {
    return;
  }
  sl_operator_replace(bench, SL_FORMULA, 0, begin, end, "%s * %s / %s", a, c, b);
}

/* Rounds `n / t` up, because the remainder may matter. If n contains t, the quotient is already
 * rounded up. */
static void round_up(sl_bench *bench, size_t i) {
  char n[SL_EDIT_BYTES], t[SL_EDIT_BYTES];
  if (!sl_token_is(bench->tokens, i, "/") || !sl_operator_is_binary(bench, i)) return;
  size_t first = sl_operator_operand_begin(bench, i - 1),
         last = sl_operator_operand_end(bench, i + 1);
  if (first == SL_NO_TOKEN || last == SL_NO_TOKEN || !sl_operator_copy(bench, first, i - 1, n) ||
      !sl_operator_copy(bench, i + 1, last, t) || strstr(n, t)) {
    return;
  }
  sl_operator_replace(bench, SL_ROUNDING, 0, first, last, "(%s + %s - 1) / %s", n, t, t);
  sl_operator_replace(bench, SL_ROUNDING, 0, first, last, "(%s / %s + 1)", n, t);
}

/* `a ? b : c` becomes `a ? c : b`. */
static void turn_choice(sl_bench *bench, size_t i) {
  static const char *const ends[] = {";", ",", ":", NULL};
  const sl_tokens *t = bench->tokens;
  char b[SL_EDIT_BYTES], c[SL_EDIT_BYTES];
  if (!sl_token_is(t, i, "?")) return;
  size_t colon = i + 1, end, stop = bench->body->function->end;
  for (; colon < stop && !sl_token_in(t, colon, ends); colon++) {
    size_t partner = t->all[colon].partner;
    if (partner != SL_NO_TOKEN && partner > colon) colon = partner;
  }
  if (!sl_token_is(t, colon, ":")) return;
  for (end = colon + 1; end < stop && !sl_token_in(t, end, ends); end++) {
    size_t partner = t->all[end].partner;
    if (partner != SL_NO_TOKEN && partner < end) break;
    if (partner != SL_NO_TOKEN) end = partner;
  }
  if (!sl_operator_copy(bench, i + 1, colon - 1, b) ||
      !sl_operator_copy(bench, colon + 1, end - 1, c))
    return;
  sl_operator_replace(bench, SL_CONDITION, 1, i + 1, end - 1, "%s : %s", c, b);
  sl_operator_replace(bench, SL_CONDITION, 1, i + 1, end - 1, "%s : %s", b, b);
  sl_operator_replace(bench, SL_CONDITION, 1, i + 1, end - 1, "%s : %s", c, c);
}

/* `a / n` becomes `(n == 0 ? 0 : a / n)`. */
static void divide_by_some(sl_bench *bench, size_t i) {
  static const char *const divisions[] = {"/", "%", NULL};
  char quotient[SL_EDIT_BYTES];
  if (!sl_token_in(bench->tokens, i, divisions) || !sl_operator_is_binary(bench, i)) return;
  const sl_variable *n = sl_body_variable(bench->body, i + 1);
  size_t first = sl_operator_operand_begin(bench, i - 1);
  if (!n || !sl_function_is_integer(n->type) || sl_operator_operand_end(bench, i + 1) != i + 1)
    return;
  if (first == SL_NO_TOKEN || !sl_operator_copy(bench, first, i + 1, quotient)) return;
  sl_operator_replace(bench, SL_NO_GUARD, 1, first, i + 1, "(%s == 0 ? 0 : %s)", n->name, quotient);
}

/* ---- one more, one less ---------------------------------------------------------------------- */

static void shift(sl_bench *bench, int tier, size_t first, size_t last) {
  char text[SL_EDIT_BYTES];
  if (first > last || !sl_operator_copy(bench, first, last, text)) return;
  bool single = sl_operator_operand_end(bench, first) == last;
  sl_operator_replace(bench, SL_OFF_BY_ONE, tier, first, last, single ? "%s + 1" : "(%s) + 1",
                      text);
  sl_operator_replace(bench, SL_OFF_BY_ONE, tier, first, last, single ? "%s - 1" : "(%s) - 1",
                      text);
}

/* In a comparison with an array element `e`, tries `e - v` for each integer variable `v`, because
 * the other side may be counted from `v`. */
static void count_from(sl_bench *bench, size_t first, size_t last) {
  char element[SL_EDIT_BYTES];
  if (!sl_operator_copy(bench, first, last, element)) return;
  for (const sl_variable *v = NULL; (v = sl_body_next_integer(bench->body, first, v));) {
    sl_operator_replace(bench, SL_FORMULA, 1, first, last, "(%s - %s)", element, v->name);
  }
}

/* Changes by one an index, an argument, the number of blocks, or a value that is assigned, returned
 * or compared. */
static void shift_value(sl_bench *bench, size_t i) {
  static const char *const compares[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
  const sl_tokens *t = bench->tokens;
  size_t partner = t->all[i].partner;
  if (sl_token_is(t, i, "[") && partner != SL_NO_TOKEN) {
    shift(bench, 1, i + 1, partner - 1);
  } else if (sl_token_is(t, i, "<<<")) {
    size_t end = i + 1;
    while (end < bench->body->function->end && !sl_token_is(t, end, ">>>")) end++;
    shift(bench, 0, i + 1, sl_operator_argument_end(bench, i + 1, end));
  } else if (sl_token_is(t, i, "(") && partner != SL_NO_TOKEN &&
             sl_token_of(t, i - 1, SL_TOKEN_WORD)) {
    for (size_t first = i + 1; first < partner;) {
      size_t last = sl_operator_argument_end(bench, first, partner);
      shift(bench, 2, first, last);
      first = last + 2;
    }
  } else if (sl_token_is(t, i, "=") || sl_token_is(t, i, "return")) {
    size_t end = i + 1;
    while (end < bench->body->function->end && !sl_token_is(t, end, ";")) end++;
    size_t last = sl_operator_argument_end(bench, i + 1, end);
    if (sl_token_is(t, i, "return")) last = end - 1;
    if (last > i) shift(bench, 1, i + 1, last);
  } else if (sl_token_in(t, i, compares)) {
    size_t last = sl_operator_operand_end(bench, i + 1);
    if (last != SL_NO_TOKEN) shift(bench, 1, i + 1, last);
    if (last != SL_NO_TOKEN && sl_token_is(t, last, "]")) count_from(bench, i + 1, last);
  }
}

sl_token_operator *const sl_expression_operators[] = {swap_mark,
                                                      compare,
                                                      change_number,
                                                      drop_term,
                                                      open_parentheses,
                                                      swap_operands,
                                                      skip_zero_factor,
                                                      drop_condition,
                                                      change_condition,
                                                      drop_not,
                                                      turn_formula,
                                                      round_up,
                                                      turn_choice,
                                                      divide_by_some,
                                                      shift_value,
                                                      ask_for_end,
                                                      close_parentheses,
                                                      divide_last,
                                                      NULL};
