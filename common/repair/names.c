/* names.c: edits of names: another variable, another array, other arguments. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* ---- variables ------------------------------------------------------------------------------- */

static bool is_member(const sl_tokens *t, size_t i) {
  return sl_token_is(t, i - 1, ".") || sl_token_is(t, i - 1, "->") || sl_token_is(t, i - 1, "::");
}

/* Integers can replace each other, and so can two variables of one type. */
static bool stands_for(const sl_variable *a, const sl_variable *b) {
  if (a->is_mask != b->is_mask) return false;
  if (sl_function_is_integer(a->type)) return sl_function_is_integer(b->type);
  return strcmp(a->type, b->type) == 0;
}

/* Whether token `i` names a variable that is written, or whose address is taken. */
static bool is_target(const sl_bench *bench, size_t i) {
  static const char *const before[] = {"++", "--", NULL};
  static const char *const behind[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "|=", "&=", "^=", "++", "--", NULL};
  const sl_tokens *t = bench->tokens;
  size_t end = sl_operator_operand_end(bench, i);
  bool address = sl_token_is(t, i - 1, "&") && !sl_operator_is_binary(bench, i - 1);
  return address || sl_token_in(t, i - 1, before) || sl_token_in(t, end + 1, behind);
}

/* Whether two names share a word, such as lane and vector_lane: they are easily confused. */
static bool sound_alike(const char *one, const char *two) {
  enum { LEAST = 3 };
  for (size_t length; *one; one += length + (one[length] == '_')) {
    length = strcspn(one, "_");
    for (const char *at = two; length >= LEAST && *at;) {
      size_t other = strcspn(at, "_");
      if (other == length && strncmp(one, at, length) == 0) return true;
      at += other + (at[other] == '_');
    }
  }
  return false;
}

/* Whether the variable is the number of all threads. This is a distance between rows, but not
 * between slots. */
static bool counts_threads(const sl_bench *bench, const sl_variable *variable) {
  size_t i = variable->name_at;
  if (i == SL_NO_TOKEN) return false;
  for (; i < bench->body->function->end && !sl_token_is(bench->tokens, i, ";"); i++) {
    if (sl_token_is(bench->tokens, i, "gridDim")) return true;
  }
  return false;
}

/* Replaces a variable by another one, or an integer by a neighbouring value or a thread index. */
static void change_variable(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  if (!sl_token_of(t, i, SL_TOKEN_WORD) || is_member(t, i)) return;
  const sl_variable *variable = sl_body_variable(body, i);
  if (!variable) return;
  bool array = strchr(variable->type, '*') != NULL;
  bool integer = sl_function_is_integer(variable->type) && !variable->is_mask;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *other = &body->variables[v];
    if (strcmp(other->name, variable->name) == 0 || !sl_body_knows(other, i)) continue;
    if (!stands_for(variable, other)) continue;
    if (array && other->constant && (!variable->constant || is_target(bench, i))) continue;
    bool likely = !array && (sound_alike(variable->name, other->name) ||
                             (counts_threads(bench, variable) && !counts_threads(bench, other)));
    int tier = likely ? 0 : 1;
    sl_operator_replace(bench, array ? SL_ARRAY : SL_NAME, tier, i, i, "%s", other->name);
  }
  if (!integer || is_target(bench, i)) return;
  sl_operator_replace(bench, SL_OFF_BY_ONE, 1, i, i, "(%s + 1)", variable->name);
  sl_operator_replace(bench, SL_OFF_BY_ONE, 1, i, i, "(%s - 1)", variable->name);
  sl_operator_replace(bench, SL_NAME, 2, i, i, "0");
  sl_operator_replace(bench, SL_NAME, 2, i, i, "1");
  if (!sl_body_on_device(body)) return;
  static const char *const numbers[] = {
      "threadIdx.x", "(int)(blockIdx.x * blockDim.x + threadIdx.x)",
      "blockIdx.x",  "blockDim.x",
      "gridDim.x",   "(threadIdx.x % 32)",
      "32",          NULL};
  for (const char *const *number = numbers; *number; number++) {
    sl_operator_replace(bench, SL_THREAD, 2, i, i, "%s", *number);
  }
}

/* `int step = …`: replaces the value by another integer in scope. */
static void change_start(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_variable *variable = sl_body_declared_at(body, i);
  if (!variable || !sl_function_is_integer(variable->type) ||
      !sl_token_is(bench->tokens, i + 1, "=")) {
    return;
  }
  static const char *const threads[] = {"threadIdx", "gridDim", NULL};
  size_t end = i + 2;
  int tier = 1;
  while (end < body->function->end && !sl_token_is(bench->tokens, end, ";")) {
    /* If the value contains a thread number, its use is more likely to be wrong. */
    if (sl_token_in(bench->tokens, end++, threads)) tier = 2;
  }
  size_t last = sl_operator_argument_end(bench, i + 2, end);
  if (last <= i + 2) return; /* the other edits of names handle a single word */
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    if (other != variable)
      sl_operator_replace(bench, SL_FORMULA, tier, i + 2, last, "%s", other->name);
  }
}

/* `row_idx[k] = …`: replaces the value by another integer in scope. */
static void change_assigned(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  if (!sl_token_is(t, i, "=") || !sl_token_is(t, i - 1, "]")) return;
  const sl_variable *array = sl_body_variable(body, t->all[i - 1].partner - 1);
  size_t end = i + 1;
  while (end < body->function->end && !sl_token_is(t, end, ";")) end++;
  size_t last = sl_operator_argument_end(bench, i + 1, end);
  bool integers = array && strstr(array->type, "int") && strchr(array->type, '*');
  if (!integers || last <= i + 1) return; /* the other edits of names handle a single word */
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    sl_operator_replace(bench, SL_FORMULA, 1, i + 1, last, "%s", other->name);
  }
}

/* `*p` becomes `*p++`, which advances to the next element, and the reverse. */
static void step_pointer(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_variable *variable =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  bool followed = variable && strchr(variable->type, '*') && sl_token_is(t, i - 1, "*") &&
                  !sl_operator_is_binary(bench, i - 1);
  if (!followed) return;
  if (sl_token_is(t, i + 1, "++")) {
    sl_operator_replace(bench, SL_STEP, 1, i, i + 1, "%s", variable->name);
  } else {
    sl_operator_replace(bench, SL_STEP, 1, i, i, "%s++", variable->name);
  }
}

/* Replaces a number in the source by an integer variable or blockDim.x. */
static void name_number(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  if (!sl_token_of(t, i, SL_TOKEN_NUMBER)) return;
  bool index = sl_token_is(t, i - 1, "[") && sl_token_is(t, i + 1, "]");
  bool small = !index && (sl_token_is(t, i, "0") || sl_token_is(t, i, "1"));
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    sl_operator_replace(bench, SL_CONSTANT, small ? 2 : 1, i, i, "%s", other->name);
  }
  if (sl_body_on_device(body)) sl_operator_replace(bench, SL_CONSTANT, 1, i, i, "blockDim.x");
}

/* `a` becomes `a[i]`, and `p[i]` becomes `i`: an index and a value were confused. */
static void change_depth(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  const sl_tokens *t = bench->tokens;
  const sl_variable *variable = sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(body, i) : NULL;
  char index[SL_EDIT_BYTES];
  if (!variable || is_member(t, i)) return;
  if (strcmp(variable->type, "int*") == 0 && sl_token_is(t, i + 1, "[")) {
    size_t close = t->all[i + 1].partner;
    if (close == SL_NO_TOKEN || !sl_operator_copy(bench, i + 2, close - 1, index)) return;
    sl_operator_replace(bench, SL_FORMULA, 1, i, close, "(%s)", index);
  }
  if (!sl_function_is_integer(variable->type)) return;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *other = &body->variables[v];
    bool fits = sl_operator_can_read(bench, other, i);
    if (fits)
      sl_operator_replace(bench, SL_FORMULA, 2, i, i, "%s[%s]", other->name, variable->name);
  }
}

/* `a[i]` becomes `f * a[i]`, and `sum` becomes `f * sum`: a factor is missing. */
static void add_factor(sl_bench *bench, size_t i) {
  const sl_body *body = bench->body;
  char text[SL_EDIT_BYTES];
  const sl_variable *variable =
      sl_token_of(bench->tokens, i, SL_TOKEN_WORD) ? sl_body_variable(body, i) : NULL;
  if (!variable || strncmp(variable->type, "real", 4) != 0 || is_target(bench, i)) return;
  size_t end = sl_operator_operand_end(bench, i);
  bool number = strcmp(variable->type, "real") == 0 || sl_token_is(bench->tokens, end, "]");
  if (!number || !sl_operator_copy(bench, i, end, text)) return;
  int around = sl_body_statement(body, i);
  bool begins = sl_token_is(bench->tokens, i - 1, "=") && sl_body_declared_at(body, i - 2);
  bool stores = around >= 0 && sl_operator_stores_element(bench, &body->statements[around]);
  int tier = stores || begins ? 1 : 2;
  for (size_t v = 0; v < body->num_variables; v++) {
    const sl_variable *factor = &body->variables[v];
    if (strcmp(factor->type, "real") != 0 || !sl_body_knows(factor, i)) continue;
    sl_operator_replace(bench, SL_FORMULA, tier, i, end, "%s * %s", factor->name, text);
  }
}

/* Adds an edit that clears the memory which the student's code allocates on the host. */
static void clear_own_memory(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  if (sl_token_is(t, i, "malloc") && sl_token_is(t, i + 1, "(")) {
    sl_operator_replace(bench, SL_NO_START, 0, i, i + 1, "calloc(1, ");
  }
  size_t close = sl_token_is(t, i, "[") ? t->all[i].partner : SL_NO_TOKEN;
  if (sl_token_is(t, i - 2, "new") && close != SL_NO_TOKEN && !sl_token_is(t, close + 1, "(")) {
    sl_operator_insert(bench, SL_NO_START, 0, close + 1, i, "()");
  }
}

/* Launches the kernel that is a parameter, instead of a kernel that is named directly. */
static void call_parameter(sl_bench *bench, size_t i) {
  const sl_function *function = bench->body->function;
  const sl_tokens *t = bench->tokens;
  bool launch = sl_token_of(t, i, SL_TOKEN_WORD) && sl_token_is(t, i + 1, "<<<");
  for (int p = 0; launch && p < function->num_parameters; p++) {
    const sl_variable *parameter = &function->parameters[p];
    bool may_be_kernel = strcmp(parameter->type, "(function)") == 0 || strchr(parameter->type, '*');
    if (!may_be_kernel || sl_operator_is_named(bench, parameter->name)) continue;
    sl_operator_replace(bench, SL_NAME, 0, i, i, "%s", parameter->name);
  }
}

/* Whether the argument is named like the parameter: `x` or `d_x` for `x`. */
static bool is_named_after(const sl_bench *bench, size_t argument, const sl_variable *parameter) {
  const sl_variable *given = sl_body_variable(bench->body, argument);
  if (!given) return false;
  const char *name = strncmp(given->name, "d_", 2) == 0 ? given->name + 2 : given->name;
  return strcmp(name, parameter->name) == 0;
}

/* Finds the function of the source that is called or launched at `name`; NULL if there is none. */
static const sl_function *find_callee(const sl_bench *bench, size_t name) {
  const sl_functions *functions = bench->body->functions;
  for (size_t f = 0; sl_token_of(bench->tokens, name, SL_TOKEN_WORD) && f < functions->count; f++) {
    if (sl_token_is(bench->tokens, name, functions->all[f].name)) return &functions->all[f];
  }
  return NULL;
}

/* Finds the opening parenthesis of the arguments around token `i`, and the number of the argument
 * that consists of token `i` alone. SL_NO_TOKEN if there is none. */
static size_t find_list(const sl_bench *bench, size_t i, int *number_out) {
  static const char *const ends[] = {",", ")", NULL};
  static const char *const stops[] = {";", "{", "}", NULL};
  const sl_tokens *t = bench->tokens;
  *number_out = 0;
  if (!sl_token_in(t, i + 1, ends)) return SL_NO_TOKEN;
  if (!sl_token_is(t, i - 1, "(") && !sl_token_is(t, i - 1, ",")) return SL_NO_TOKEN;
  for (size_t k = i - 1; k > 0 && !sl_token_in(t, k, stops); k--) {
    if (sl_token_is(t, k, "(")) return k;
    if (sl_token_is(t, k, ",")) ++*number_out;
    if (t->all[k].partner < k) k = t->all[k].partner;
  }
  return SL_NO_TOKEN;
}

/* How likely it is that the arguments at `first` and `second` were exchanged: likely if each has
 * the name of the other's parameter, unlikely if each has its own parameter's name. */
static int tier_of_swap(const sl_bench *bench, size_t first, size_t second) {
  int number, other;
  size_t open = find_list(bench, first, &number);
  if (open == SL_NO_TOKEN || find_list(bench, second, &other) != open) return 1;
  size_t name = open - 1;
  if (sl_token_is(bench->tokens, name, ">>>")) {
    while (name > 0 && !sl_token_is(bench->tokens, name, "<<<")) name--;
    name--;
  }
  const sl_function *callee = find_callee(bench, name);
  if (!callee || other >= callee->num_parameters) return 1;
  const sl_variable *one = &callee->parameters[number], *two = &callee->parameters[other];
  if (is_named_after(bench, first, one) && is_named_after(bench, second, two)) return 2;
  return is_named_after(bench, first, two) && is_named_after(bench, second, one) ? 0 : 1;
}

/* Exchanges two variables of one type within a statement: a[i] = k becomes a[k] = i. Also exchanges
 * arrays of neighbouring statements: row = a[k]; col = b[k]; */
static void swap_variables(sl_bench *bench, size_t i) {
  static const char *const ends[] = {"{", "}", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_variable *one =
      sl_token_of(t, i, SL_TOKEN_WORD) ? sl_body_variable(bench->body, i) : NULL;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES], between[SL_EDIT_BYTES];
  bool plain = one && !is_member(t, i) && !sl_body_declared_at(bench->body, i);
  if (!plain || !sl_operator_copy(bench, i, i, a)) return;
  int statements = strchr(one->type, '*') ? 2 : 1;
  for (size_t j = i + 2; j < bench->body->function->end && !sl_token_in(t, j, ends); j++) {
    if (sl_token_is(t, j, ";") && --statements == 0) return;
    const sl_variable *other = sl_token_of(t, j, SL_TOKEN_WORD) && !is_member(t, j)
                                   ? sl_body_variable(bench->body, j)
                                   : NULL;
    if (!other || other == one || strcmp(other->type, one->type) != 0) continue;
    if (!sl_operator_copy(bench, j, j, b) || !sl_operator_copy(bench, i + 1, j - 1, between))
      continue;
    sl_operator_replace(bench, strchr(one->type, '*') ? SL_ARRAY : SL_NAME,
                        tier_of_swap(bench, i, j), i, j, "%s %s %s", b, between, a);
  }
}

/* min(a, b) becomes a, or b, in case the limit should not be there. */
static void drop_limit(sl_bench *bench, size_t i) {
  static const char *const calls[] = {"min", "max", NULL};
  const sl_tokens *t = bench->tokens;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES];
  if (!sl_token_in(t, i, calls) || !sl_token_is(t, i + 1, "(")) return;
  size_t close = t->all[i + 1].partner;
  if (close == SL_NO_TOKEN || close == i + 2) return;
  size_t end = sl_operator_argument_end(bench, i + 2, close);
  size_t begin = is_member(t, i) && sl_token_is(t, i - 2, "std") ? i - 2 : i;
  if (end + 2 >= close || !sl_operator_copy(bench, i + 2, end, a) ||
      !sl_operator_copy(bench, end + 2, close - 1, b))
    return;
  sl_operator_replace(bench, SL_FORMULA, 0, begin, close, "(%s)", a);
  sl_operator_replace(bench, SL_FORMULA, 0, begin, close, "(%s)", b);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Whether the two arguments are variables of types that cannot replace each other. */
static bool differ(const sl_bench *bench, size_t a, size_t a_last, size_t b, size_t b_last) {
  const sl_variable *x = a == a_last ? sl_body_variable(bench->body, a) : NULL;
  const sl_variable *y = b == b_last ? sl_body_variable(bench->body, b) : NULL;
  bool pointers = x && y && strchr(x->type, '*') && strchr(y->type, '*');
  return x && y && (!stands_for(x, y) || (pointers && x->constant != y->constant));
}

/* Exchanges two neighbouring arguments. */
static void swap_arguments(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  char a[SL_EDIT_BYTES], b[SL_EDIT_BYTES];
  bool calls = sl_token_is(t, i, "(") &&
               (sl_token_of(t, i - 1, SL_TOKEN_WORD) || sl_token_is(t, i - 1, ">>>"));
  bool launch = sl_token_is(t, i, "<<<");
  size_t close = calls ? t->all[i].partner : i;
  if (launch) {
    for (close = i + 1; close < bench->body->function->end && !sl_token_is(t, close, ">>>");) {
      close++;
    }
    calls = true;
  }
  if (!calls || close == SL_NO_TOKEN || sl_token_is(t, i - 1, "for")) return;
  for (size_t first = i + 1; first < close;) {
    size_t last = sl_operator_argument_end(bench, first, close);
    if (!sl_token_is(t, last + 1, ",")) return;
    size_t end = sl_operator_argument_end(bench, last + 2, close);
    if (!differ(bench, first, last, last + 2, end) && sl_operator_copy(bench, first, last, a) &&
        sl_operator_copy(bench, last + 2, end, b)) {
      int tier = launch ? 0 : tier_of_swap(bench, first, last + 2);
      sl_operator_replace(bench, SL_ARGUMENTS, tier, first, end, "%s, %s", b, a);
    }
    first = last + 2;
  }
}

/* ---- jumps ------------------------------------------------------------------------------------
 */

static void change_jump(sl_bench *bench, size_t i) {
  static const char *const jumps[] = {"break", "continue", "return", NULL};
  const sl_tokens *t = bench->tokens;
  if (!sl_token_in(t, i, jumps) || !sl_token_is(t, i + 1, ";")) return;
  for (const char *const *other = jumps; *other; other++) {
    bool returns = strcmp(*other, "return") == 0;
    bool fits = returns ? bench->body->function->is_void : sl_operator_in_loop(bench->body, i);
    int tier = sl_token_is(t, i, "return") ? 0 : 1; /* inside a loop, return would end more than
                                                     * one iteration */
    if (fits) sl_operator_replace(bench, SL_JUMP_WRONG, tier, i, i, "%s", *other);
  }
}

sl_token_operator *const sl_name_operators[] = {change_variable, change_start,
                                                change_assigned, step_pointer,
                                                name_number,     change_depth,
                                                add_factor,      clear_own_memory,
                                                call_parameter,  swap_variables,
                                                drop_limit,      swap_arguments,
                                                change_jump,     NULL};
