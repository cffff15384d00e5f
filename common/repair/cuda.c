/* cuda.c: edits of what only CUDA has: thread indices, barriers, atomics, memory. */
#include "repair/operators.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers of threads ---------------------------------------------------------------------- */

static const char *const thread_numbers[] = {"threadIdx.x",
                                             "blockIdx.x",
                                             "blockDim.x",
                                             "gridDim.x",
                                             "(blockIdx.x * blockDim.x + threadIdx.x)",
                                             "(threadIdx.x % 32)",
                                             "(threadIdx.x / 32)",
                                             "(gridDim.x * blockDim.x)",
                                             NULL};

/* Replaces threadIdx.x, or all of blockIdx.x * blockDim.x + threadIdx.x, by another index. */
static void change_thread(sl_bench *bench, size_t i) {
  static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
  const sl_tokens *t = bench->tokens;
  if (!sl_token_in(t, i, words) || !sl_token_is(t, i + 1, ".")) return;
  /* Nearly all thread numbers begin with blockIdx.x * blockDim.x. */
  bool usual = sl_token_is(t, i, "blockDim") && sl_token_is(t, i - 1, "*") &&
               sl_token_is(t, i - 4, "blockIdx");
  bool size = sl_token_is(t, i, "blockDim") || sl_token_is(t, i, "gridDim");
  for (const char *const *number = thread_numbers; *number; number++) {
    bool other_size =
        strstr(*number, "Dim") && !strstr(*number, "Idx"); /* the same for all threads */
    sl_operator_replace(bench, SL_THREAD, usual || size != other_size ? 1 : 0, i, i + 2, "%s",
                        *number);
  }
  const sl_body *body = bench->body;
  bool product = sl_token_is(t, i - 1, "(") && t->all[i - 1].partner == i + 7 &&
                 sl_token_is(t, i + 3, "*") && sl_token_in(t, i + 4, words);
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    sl_operator_replace(bench, SL_THREAD, 1, i, i + 2, "%s", other->name);
    if (product) sl_operator_replace(bench, SL_THREAD, 1, i, i + 6, "%s", other->name);
  }
  bool global = sl_token_is(t, i + 3, "*") && sl_token_is(t, i + 7, "+") &&
                sl_token_in(t, i + 4, words) && sl_token_in(t, i + 8, words);
  for (const char *const *number = thread_numbers; global && *number; number++) {
    sl_operator_replace(bench, SL_THREAD, 1, i, i + 10, "%s", *number);
  }
}

/* Divides an index or subtracts from it: threadIdx.x becomes threadIdx.x / v or threadIdx.x % v,
 * and blockIdx.x becomes blockIdx.x - v. */
static void divide_thread(sl_bench *bench, size_t i) {
  static const char *const words[] = {"threadIdx", "blockDim", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  if (sl_token_is(t, i, "blockIdx") && sl_token_is(t, i + 1, ".")) { /* some blocks may do other
                                                                      * work */
    for (const sl_variable *v = NULL; (v = sl_body_next_integer(body, i, v));) {
      if (v->name_at == SL_NO_TOKEN) {
        sl_operator_replace(bench, SL_THREAD, 1, i, i + 2, "(blockIdx.x - %s)", v->name);
      }
    }
  }
  if (!sl_token_in(t, i, words) || !sl_token_is(t, i + 1, ".")) return;
  char text[SL_EDIT_BYTES];
  if (!sl_operator_copy(bench, i, i + 2, text)) return;
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, i, other));) {
    sl_operator_replace(bench, SL_THREAD, 1, i, i + 2, "(%s / %s)", text, other->name);
    sl_operator_replace(bench, SL_THREAD, 1, i, i + 2, "(%s %% %s)", text, other->name);
  }
}

/* `int row = …threadIdx.x…` becomes one of the usual indices, or `int row = (…) / v`: v threads
 * share a row. */
static void change_number(sl_bench *bench, size_t i) {
  static const char *const usual[] = {"(blockIdx.x * blockDim.x + threadIdx.x)",
                                      "(blockIdx.x * blockDim.x + threadIdx.x) / 32",
                                      "(threadIdx.x % 32)",
                                      "(threadIdx.x / 32)",
                                      "threadIdx.x",
                                      "blockIdx.x",
                                      NULL};
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  char text[SL_EDIT_BYTES];
  if (!sl_body_declared_at(body, i) || !sl_token_is(t, i + 1, "=")) return;
  size_t end = i + 2;
  bool of_thread = false;
  for (; end < body->function->end && !sl_token_is(t, end, ";"); end++) {
    of_thread = of_thread || sl_token_is(t, end, "threadIdx") || sl_token_is(t, end, "blockIdx");
  }
  size_t last = sl_operator_argument_end(bench, i + 2, end);
  if (!of_thread || !sl_operator_copy(bench, i + 2, last, text)) return;
  for (const char *const *number = usual; *number && last > i + 4; number++) {
    sl_operator_replace(bench, SL_THREAD, number == usual ? 0 : 1, i + 2, last, "%s", *number);
  }
  for (const sl_variable *v = NULL; (v = sl_body_next_integer(body, i, v));) {
    sl_operator_replace(bench, SL_THREAD, 1, i + 2, last, "(%s) / %s", text, v->name);
  }
}

/* Replaces the number that atomicAdd adds by 1, by another integer v in scope, or by 32 / v. */
static void change_addend(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  size_t close = sl_token_is(t, i, "atomicAdd") && sl_token_is(t, i + 1, "(")
                     ? t->all[i + 1].partner
                     : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN) return;
  size_t first = sl_operator_argument_end(bench, i + 2, close) + 2, last = close - 1;
  if (first > last) return;
  sl_operator_replace(bench, SL_NAME, 0, first, last, "1");
  for (const sl_variable *v = NULL; (v = sl_body_next_integer(body, i, v));) {
    sl_operator_replace(bench, SL_NAME, 0, first, last, "%s", v->name);
    sl_operator_replace(bench, SL_NAME, 0, first, last, "32 / %s", v->name);
  }
}

/* Replaces an integer argument of a kernel by a quotient or a difference with another integer. */
static void change_given(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  size_t close =
      sl_token_is(t, i, "(") && sl_token_is(t, i - 1, ">>>") ? t->all[i].partner : SL_NO_TOKEN;
  for (size_t at = i + 1; close != SL_NO_TOKEN && at < close;) {
    size_t last = sl_operator_argument_end(bench, at, close);
    const sl_variable *given = at == last ? sl_body_variable(body, at) : NULL;
    for (const sl_variable *v = NULL;
         given && sl_function_is_integer(given->type) && (v = sl_body_next_integer(body, at, v));) {
      if (v == given) continue;
      sl_operator_replace(bench, SL_FORMULA, 1, at, last, "%s / %s", given->name, v->name);
      sl_operator_replace(bench, SL_FORMULA, 1, at, last, "%s - %s", given->name, v->name);
    }
    at = last + 2;
  }
}

/* `dim3 block(16, 16)` becomes `dim3 block(16 * 16)`, because the kernel uses one dimension
 * only. */
static void flatten(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  if (!sl_token_is(t, i, "dim3")) return;
  size_t open = sl_token_of(t, i + 1, SL_TOKEN_WORD) ? i + 2 : i + 1;
  size_t close = sl_token_is(t, open, "(") ? t->all[open].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || close == open + 1) return;
  char x[SL_EDIT_BYTES], y[SL_EDIT_BYTES];
  size_t x_last = sl_operator_argument_end(bench, open + 1, close);
  size_t y_last = sl_operator_argument_end(bench, x_last + 2, close);
  if (x_last + 1 == close || !sl_operator_copy(bench, open + 1, x_last, x) ||
      !sl_operator_copy(bench, x_last + 2, y_last, y)) {
    return;
  }
  sl_operator_replace(bench, SL_ARGUMENTS, 1, open + 1, y_last, "(%s) * (%s)", x, y);
}

/* Gives each warp, or each thread, a separate copy of a shared variable. */
static void own_memory(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  size_t k = i;
  if (!sl_token_is(t, i, "__shared__")) return;
  while (k < bench->body->function->end && !sl_token_is(t, k, ";") && !sl_token_is(t, k, "[")) k++;
  char type[SL_EDIT_BYTES], name[SL_EDIT_BYTES], sizes[SL_EDIT_BYTES] = "";
  size_t end = k;
  while (end < bench->body->function->end && !sl_token_is(t, end, ";")) end++;
  bool plain =
      sl_token_of(t, k - 1, SL_TOKEN_WORD) && sl_operator_copy(bench, i, k - 2, type) &&
      sl_operator_copy(bench, k - 1, k - 1, name) &&
      (end == k || (sl_token_is(t, end - 1, "]") && sl_operator_copy(bench, k, end - 1, sizes)));
  if (plain) {
    sl_operator_replace(bench, SL_SPACE, 0, i, end,
                        "%s sl_all[32]%s; auto &%s = sl_all[threadIdx.x / 32];", type, sizes, name);
  }
  /* Removes __shared__. This seldom helps for an array, which is usually shared on purpose. */
  sl_operator_replace(bench, SL_SPACE, sl_token_is(t, k, "[") ? 2 : 1, i, i, "%s", "");
}

/* ---- how a loop continues ----------------------------------------------------------------------
 */

/* Changes the step of a for: i++, i += v, and other steps that are usual in kernels. */
static void change_step(sl_bench *bench, size_t i) {
  const sl_tokens *t = bench->tokens;
  const sl_body *body = bench->body;
  if (!sl_token_is(t, i, "for") || !sl_token_is(t, i + 1, "(")) return;
  size_t close = t->all[i + 1].partner, first = SL_NO_TOKEN;
  for (size_t at = i + 2; close != SL_NO_TOKEN && at < close; at++) {
    if (sl_token_is(t, at, ";")) first = at + 1;
  }
  if (first == SL_NO_TOKEN || first >= close) return;
  size_t name = first;
  while (name < close && !sl_token_of(t, name, SL_TOKEN_WORD)) name++;
  char text[SL_EDIT_BYTES];
  if (name == close || !sl_operator_copy(bench, name, name, text)) return;
  /* Requires that the threads share the work, so that each has a different start. An edit that lets
   * each thread do all of the work would not be a repair. */
  bool shared = sl_token_is(t, name + 1, "+=") && sl_token_of(t, name + 2, SL_TOKEN_WORD);
  bool apart = false;
  for (size_t at = i + 2; at < first; at++) apart = apart || sl_token_is(t, at, "+");
  static const char *const steps[] = {
      "%s++",    "%s += 32", "%s += blockDim.x", "%s += gridDim.x * blockDim.x", "%s *= 2",
      "%s /= 2", "%s--"};
  for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
    char step[SL_EDIT_BYTES + 64];
    bool device = strstr(steps[s], "Dim") != NULL;
    if (device && !sl_body_on_device(body)) continue;
    const char *behind = steps[s] + 2;
    int tier = shared && strcmp(behind, "++") == 0 ? 1 : 0;
    if (tier && apart) continue;
    (void)snprintf(step, sizeof step, "%s%s", text, behind);
    sl_operator_replace(bench, SL_STEP, tier, first, close - 1, "%s", step);
  }
  for (const sl_variable *other = NULL; (other = sl_body_next_integer(body, first, other));) {
    sl_operator_replace(bench, SL_STEP, 0, first, close - 1, "%s += %s", text, other->name);
  }
}

sl_token_operator *const sl_cuda_operators[] = {change_thread, divide_thread, change_number,
                                                change_addend, change_given,  flatten,
                                                own_memory,    change_step,   NULL};

/* ---- barriers and atomics -------------------------------------------------------------------- */

/* Copies the first __syncwarp of the function that has a mask as its argument. */
static bool find_own_barrier(const sl_bench *bench, char out[SL_EDIT_BYTES]) {
  const sl_tokens *t = bench->tokens;
  for (size_t i = bench->body->function->begin; i < bench->body->function->end; i++) {
    size_t close = sl_token_is(t, i, "__syncwarp") && sl_token_is(t, i + 1, "(")
                       ? t->all[i + 1].partner
                       : SL_NO_TOKEN;
    if (close != SL_NO_TOKEN && close > i + 2) return sl_operator_copy(bench, i, close, out);
  }
  return false;
}

static void add_barrier(sl_bench *bench, size_t s) {
  const sl_statement *statement = &bench->body->statements[s];
  char own[SL_EDIT_BYTES];
  if (!sl_body_on_device(bench->body) || !statement->listed) return;
  bool masked = find_own_barrier(bench, own);
  const char *barriers[] = {"__syncthreads()", "__syncwarp()", masked ? own : NULL};
  static const int tiers[] = {1, 2, 1};
  for (int b = 0; b < 2 + masked; b++) {
    sl_operator_insert(bench, SL_NO_BARRIER, tiers[b], statement->first, statement->first, "%s; ",
                       barriers[b]);
    if (!sl_token_is(bench->tokens, statement->last + 1, "}")) continue;
    sl_operator_insert(bench, SL_NO_BARRIER, tiers[b], statement->last + 1, statement->last, "%s; ",
                       barriers[b]);
  }
}

/* Replaces `a[i] += v`, `a[i]++` and `a[i] = a[i] + v` by an atomic, even if the value is assigned
 * to a variable. */
static void make_atomic(sl_bench *bench, size_t s) {
  static const char *const types[] = {"int", "unsigned", "auto", "const", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->body->statements[s];
  char place[SL_EDIT_BYTES], value[SL_EDIT_BYTES];
  bool plain = statement->kind == SL_SIMPLE || statement->kind == SL_DECLARATION;
  if (!sl_body_on_device(bench->body) || !plain) return;
  for (size_t i = statement->first; i < statement->last; i++) {
    if (sl_token_in(t, i, types)) continue;
    bool star = sl_token_is(t, i, "*") && !sl_operator_is_binary(bench, i);
    size_t end = sl_operator_operand_end(bench, star ? i + 1 : i);
    if (end == SL_NO_TOKEN || !sl_operator_copy(bench, i, end, place)) continue;
    bool of_star = sl_token_is(t, i, "(") && sl_token_is(t, i + 1, "*") && sl_token_is(t, end, ")");
    bool memory = star || of_star || sl_token_is(t, end, "]");
    if (!memory) continue;
    if (sl_token_is(t, end + 1, "++")) {
      sl_operator_replace(bench, SL_NO_ATOMIC, 0, i, end + 1, "atomicAdd(&(%s), 1)", place);
    }
    if (sl_token_is(t, i - 1, "++")) {
      sl_operator_replace(bench, SL_NO_ATOMIC, 0, i - 1, end, "atomicAdd(&(%s), 1)", place);
    }
    if (sl_token_is(t, end + 1, "+=") &&
        sl_operator_copy(bench, end + 2, statement->last - 1, value)) {
      sl_operator_replace(bench, SL_NO_ATOMIC, 0, i, statement->last - 1, "atomicAdd(&(%s), %s)",
                          place, value);
    }
    bool sum = sl_token_is(t, end + 1, "=") && statement->first == i;
    if (sum && sl_operator_copy(bench, end + 2, statement->last - 1, value)) {
      sl_operator_replace(bench, SL_NO_ATOMIC, 1, i, statement->last - 1, "atomicAdd(&(%s), %s)",
                          place, value);
    }
    size_t again = sum ? sl_operator_operand_end(bench, end + 2) : SL_NO_TOKEN;
    char twice[SL_EDIT_BYTES];
    if (again == SL_NO_TOKEN || !sl_operator_copy(bench, end + 2, again, twice)) continue;
    if (strcmp(place, twice) == 0 && sl_token_is(t, again + 1, "+") &&
        sl_operator_copy(bench, again + 2, statement->last - 1, value)) {
      sl_operator_replace(bench, SL_NO_ATOMIC, 0, i, statement->last - 1, "atomicAdd(&(%s), %s)",
                          place, value);
    }
  }
}

/* Joins two statements, one of which reads the value and the next one writes it: x = a[i]; a[i] = x
 * + v; */
static void join_atomic(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *all = bench->body->statements;
  if (s + 1 >= bench->body->num_statements || !sl_body_on_device(bench->body)) return;
  const sl_statement *one = &all[s], *two = &all[s + 1];
  char place[SL_EDIT_BYTES], head[SL_EDIT_BYTES], second[SL_EDIT_BYTES];
  size_t equals = one->first;
  while (equals < one->last && !sl_token_is(t, equals, "=")) equals++;
  if (equals >= one->last || !sl_operator_copy(bench, one->first, equals, head) ||
      !sl_operator_copy(bench, equals + 1, one->last - 1, place)) {
    return;
  }
  bool star = sl_token_is(t, two->first, "*");
  size_t end = sl_operator_operand_end(bench, star ? two->first + 1 : two->first);
  if (end == SL_NO_TOKEN || !sl_operator_copy(bench, two->first, end, second)) return;
  if (strcmp(place, second) != 0) return;
  char value[SL_EDIT_BYTES] = "1";
  bool counted = sl_token_is(t, end + 1, "+=");
  if (counted && !sl_operator_copy(bench, end + 2, two->last - 1, value)) return;
  sl_operator_replace(bench, SL_NO_ATOMIC, 0, one->first, two->last, "%s atomicAdd(&(%s), %s);",
                      head, place, value);
}

/* Divides `a[i] += b;` if threads read elements that others write: each reads, waits, and then
 * writes. A condition in front of the statement must not keep threads from the barrier. */
static void part_reading(sl_bench *bench, size_t s) {
  const sl_tokens *t = bench->tokens;
  const sl_statement *all = bench->body->statements, *statement = &all[s];
  char place[SL_EDIT_BYTES], value[SL_EDIT_BYTES], condition[SL_EDIT_BYTES] = "true";
  if (!sl_body_on_device(bench->body) || statement->kind != SL_SIMPLE) return;
  size_t end = sl_operator_operand_end(bench, statement->first), first = statement->first;
  if (end == SL_NO_TOKEN || !sl_token_is(t, end + 1, "+=")) return;
  const sl_statement *around = statement->parent < 0 ? NULL : &all[statement->parent];
  if (around && around->kind == SL_BRANCH && around->body == first) {
    first = around->first;
    if (around->last != statement->last) return; /* the condition has an else */
    if (!sl_operator_copy(bench, first + 2, around->body - 2, condition)) return;
  }
  if (!sl_operator_copy(bench, statement->first, end, place) ||
      !sl_operator_copy(bench, end + 2, statement->last - 1, value)) {
    return;
  }
  sl_operator_replace(bench, SL_NO_BARRIER, 1, first, statement->last,
                      "{ auto sl_read = %s ? %s : 0; __syncthreads(); if (%s) %s += sl_read; }",
                      condition, value, condition, place);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Adds edits that clear allocated memory, and that free it at the end. */
static void tend_memory(sl_bench *bench, size_t s) {
  static const char *const calls[] = {"cudaMalloc", "cudaMallocAsync", NULL};
  const sl_tokens *t = bench->tokens;
  const sl_statement *statement = &bench->body->statements[s];
  for (size_t i = statement->first; statement->kind == SL_SIMPLE && i < statement->last; i++) {
    if (!sl_token_in(t, i, calls) || !sl_token_is(t, i + 1, "(")) continue;
    size_t close = t->all[i + 1].partner, name = i + 2;
    if (close == SL_NO_TOKEN) return;
    size_t end = sl_operator_argument_end(bench, i + 2, close);
    while (name < end && !sl_token_is(t, name, "&")) name++;
    size_t size_end = end + 2 < close ? sl_operator_argument_end(bench, end + 2, close) : end;
    char pointer[SL_EDIT_BYTES], bytes[SL_EDIT_BYTES];
    if (name >= end || !sl_operator_copy(bench, name + 1, end, pointer) ||
        !sl_operator_copy(bench, end + 2, size_end, bytes)) {
      return;
    }
    sl_operator_insert(bench, SL_NO_START, 1, statement->last + 1, i, "cudaMemset(%s, 0, %s); ",
                       pointer, bytes);
    sl_operator_insert(bench, SL_NO_FREE, 1, bench->body->function->end, i, "cudaFree(%s); ",
                       pointer);
  }
}

sl_statement_operator *const sl_cuda_statement_operators[] = {
    add_barrier, make_atomic, join_atomic, part_reading, tend_memory, NULL};
