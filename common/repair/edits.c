/* edits.c: makes the edits of a function, each once, the most likely first. */
#include "repair/edits.h"

#include "base/memory.h"
#include "repair/operators.h"
#include "source/code.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what operators use ---------------------------------------------------------------------- */

bool sl_operator_copy(const sl_bench *bench, size_t first, size_t last, char out[SL_EDIT_BYTES]) {
  const sl_token *all = bench->tokens->all;
  if (last >= bench->tokens->count || first > last) return false;
  if (all[last].to - all[first].from >= SL_EDIT_BYTES) return false;
  sl_tokens_copy(bench->tokens, first, last, out, SL_EDIT_BYTES);
  return true;
}

static bool is_known(const sl_edits *edits, size_t from, size_t to, const char *text) {
  for (size_t i = edits->count; i-- > 0;) {
    const sl_edit *edit = &edits->all[i];
    if (edit->from == from && edit->to == to && strcmp(edit->text, text) == 0) return true;
  }
  return false;
}

/* Whether the edit would change nothing. */
static bool is_idle(const sl_bench *bench, size_t from, size_t to, const char *text) {
  return strlen(text) == to - from && memcmp(bench->tokens->text + from, text, to - from) == 0;
}

void sl_operator_add_edit(sl_bench *bench, const sl_edit *edit, const char *text) {
  sl_edits *edits = bench->edits;
  if (edits->status != SL_OK || is_idle(bench, edit->from, edit->to, text) ||
      is_known(edits, edit->from, edit->to, text)) {
    return;
  }
  if (edits->count == edits->room) {
    size_t room = edits->room ? 2 * edits->room : 256;
    edits->status = sl_resize(room, sizeof *edits->all, "repairs", &edits->all);
    if (edits->status != SL_OK) return;
    edits->room = room;
  }
  sl_edit *kept = &edits->all[edits->count];
  *kept = *edit;
  edits->status = sl_alloc(strlen(text) + 1, 1, "a repair", &kept->text);
  if (edits->status != SL_OK) return;
  strcpy(kept->text, text);
  edits->count++;
}

/* Whether the text names a parameter that the function never uses: probably the parameter was
 * forgotten. */
static bool uses_forgotten(const sl_bench *bench, const char *text) {
  const sl_function *function = bench->body->function;
  for (int p = 0; p < function->num_parameters; p++) {
    const char *name = function->parameters[p].name;
    if (sl_code_find(text, text, name) && !sl_operator_is_named(bench, name)) return true;
  }
  return false;
}

bool sl_operator_is_named(const sl_bench *bench, const char *name) {
  const sl_function *function = bench->body->function;
  for (size_t i = function->begin; i < function->end; i++) {
    bool member = sl_token_is(bench->tokens, i - 1, "."); /* as in threadIdx.x */
    if (sl_token_is(bench->tokens, i, name) && !member) return true;
  }
  return false;
}

/* Adds an edit that replaces the bytes [from, to) by the text; the defect is at token `about`. */
static void put(sl_bench *bench, sl_defect defect, int tier, size_t from, size_t to, size_t about,
                const char *format, va_list arguments) {
  char text[4 * SL_EDIT_BYTES];
  (void)vsnprintf(text, sizeof text, format, arguments);
  if (tier > 0 && uses_forgotten(bench, text)) tier--;
  sl_edit edit = {.from = from,
                  .to = to,
                  .line = bench->tokens->all[about].line,
                  .defect = defect,
                  .tier = tier,
                  .function = bench->function,
                  .statement = sl_body_statement(bench->body, about)};
  sl_operator_add_edit(bench, &edit, text);
}

void sl_operator_rewrite(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                         size_t about, const char *format, ...) {
  const sl_token *all = bench->tokens->all;
  va_list arguments;
  va_start(arguments, format);
  put(bench, defect, tier, all[first].from, all[last].to, about, format, arguments);
  va_end(arguments);
}

void sl_operator_replace(sl_bench *bench, sl_defect defect, int tier, size_t first, size_t last,
                         const char *format, ...) {
  const sl_token *all = bench->tokens->all;
  va_list arguments;
  va_start(arguments, format);
  put(bench, defect, tier, all[first].from, all[last].to, first, format, arguments);
  va_end(arguments);
}

void sl_operator_insert(sl_bench *bench, sl_defect defect, int tier, size_t i, size_t about,
                        const char *format, ...) {
  size_t from = bench->tokens->all[i].from;
  va_list arguments;
  va_start(arguments, format);
  put(bench, defect, tier, from, from, about, format, arguments);
  va_end(arguments);
}

static bool ends_operand(const sl_tokens *tokens, size_t i) {
  return sl_token_of(tokens, i, SL_TOKEN_WORD) || sl_token_of(tokens, i, SL_TOKEN_NUMBER) ||
         sl_token_is(tokens, i, ")") || sl_token_is(tokens, i, "]");
}

size_t sl_operator_operand_end(const sl_bench *bench, size_t i) {
  static const char *const members[] = {".", "->", "::", NULL};
  const sl_tokens *t = bench->tokens;
  bool begins = sl_token_of(t, i, SL_TOKEN_WORD) || sl_token_of(t, i, SL_TOKEN_NUMBER) ||
                (sl_token_is(t, i, "(") && t->all[i].partner != SL_NO_TOKEN);
  if (!begins) return SL_NO_TOKEN;
  size_t end = sl_token_is(t, i, "(") ? t->all[i].partner : i;
  for (;;) {
    size_t next = end + 1;
    bool bracket = sl_token_is(t, next, "(") || sl_token_is(t, next, "[");
    if (bracket && t->all[next].partner != SL_NO_TOKEN) {
      end = t->all[next].partner;
    } else if (sl_token_in(t, next, members) && sl_token_of(t, next + 1, SL_TOKEN_WORD)) {
      end = next + 1;
    } else {
      return end;
    }
  }
}

size_t sl_operator_operand_begin(const sl_bench *bench, size_t i) {
  static const char *const members[] = {".", "->", "::", NULL};
  const sl_tokens *t = bench->tokens;
  size_t lowest = bench->body->function->begin;
  if (!ends_operand(t, i)) return SL_NO_TOKEN;
  for (;;) {
    bool bracket = sl_token_is(t, i, ")") || sl_token_is(t, i, "]");
    if (bracket) {
      if (t->all[i].partner == SL_NO_TOKEN) return SL_NO_TOKEN;
      i = t->all[i].partner;
      if (i <= lowest + 1 || !ends_operand(t, i - 1)) return i;
      i--;
    } else if (i > lowest + 2 && sl_token_in(t, i - 1, members)) {
      i -= 2;
    } else {
      return i;
    }
  }
}

bool sl_operator_is_binary(const sl_bench *bench, size_t i) {
  return ends_operand(bench->tokens, i - 1) && !sl_token_is(bench->tokens, i - 1, "return");
}

size_t sl_operator_argument_end(const sl_bench *bench, size_t first, size_t close) {
  const sl_tokens *t = bench->tokens;
  size_t i = first;
  while (i < close && !sl_token_is(t, i, ",")) {
    size_t partner = t->all[i].partner;
    i = partner != SL_NO_TOKEN && partner > i ? partner + 1 : i + 1;
  }
  return i - 1;
}

bool sl_operator_can_read(const sl_bench *bench, const sl_variable *array, size_t i) {
  bool elsewhere = strncmp(array->name, "d_", 2) == 0 && !sl_body_on_device(bench->body);
  return strcmp(array->type, "int*") == 0 && !elsewhere && sl_body_knows(array, i);
}

bool sl_operator_has_ends(const sl_bench *bench, const sl_variable *array) {
  const sl_tokens *t = bench->tokens;
  if (strstr(array->name, "ptr")) return true;
  for (size_t i = 0; i + 1 < t->count; i++) {
    if (!sl_token_is(t, i, array->name) || !sl_token_is(t, i + 1, "[")) continue;
    size_t close = t->all[i + 1].partner;
    bool next = close != SL_NO_TOKEN && close > i + 4 && sl_token_is(t, close - 1, "1") &&
                sl_token_is(t, close - 2, "+");
    if (next) return true;
  }
  return false;
}

bool sl_operator_is_bound(const sl_bench *bench, const sl_variable *variable) {
  static const char *const compares[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
  const sl_function *function = bench->body->function;
  if (variable->name_at == SL_NO_TOKEN) return true;
  for (size_t i = function->begin; i < function->end; i++) {
    bool behind = sl_token_in(bench->tokens, i, compares);
    if (behind && sl_token_is(bench->tokens, i + 1, variable->name)) return true;
  }
  return false;
}

bool sl_operator_is_simple(const sl_statement *statement) {
  return statement->kind == SL_SIMPLE || statement->kind == SL_JUMP;
}

bool sl_operator_stores_element(const sl_bench *bench, const sl_statement *statement) {
  static const char *const stores[] = {"=", "+=", NULL};
  size_t end = sl_operator_operand_end(bench, statement->first);
  return end != SL_NO_TOKEN && sl_token_is(bench->tokens, end, "]") &&
         sl_token_in(bench->tokens, end + 1, stores);
}

bool sl_operator_condition_of(const sl_bench *bench, size_t i, size_t *first_out,
                              size_t *last_out) {
  const sl_tokens *t = bench->tokens;
  size_t open = i + 1, close = sl_token_is(t, open, "(") ? t->all[open].partner : SL_NO_TOKEN;
  if (close == SL_NO_TOKEN || close == open + 1) return false;
  *first_out = open + 1;
  *last_out = close - 1;
  if (sl_token_is(t, i, "if") || sl_token_is(t, i, "while")) return true;
  if (!sl_token_is(t, i, "for")) return false;
  size_t first = SL_NO_TOKEN;
  for (size_t at = open + 1; at < close; at++) {
    if (!sl_token_is(t, at, ";")) continue;
    if (first != SL_NO_TOKEN) {
      *first_out = first;
      *last_out = at - 1;
      return at > first;
    }
    first = at + 1;
  }
  return false;
}

bool sl_operator_in_loop(const sl_body *body, size_t i) {
  for (size_t s = 0; s < body->num_statements; s++) {
    const sl_statement *loop = &body->statements[s];
    if (loop->kind == SL_LOOP && loop->body <= i && i <= loop->last) return true;
  }
  return false;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static sl_token_operator *const *const token_tables[] = {
    sl_expression_operators, sl_name_operators, sl_index_operators,    sl_cuda_operators,
    sl_call_operators,       sl_type_operators, sl_exchange_operators, sl_loop_operators};
static sl_statement_operator *const *const statement_tables[] = {sl_statement_operators,
                                                                 sl_guard_operators,
                                                                 sl_move_operators,
                                                                 sl_cuda_statement_operators,
                                                                 sl_exchange_statement_operators,
                                                                 sl_loop_statement_operators};
enum {
  NUM_TOKEN_TABLES = sizeof token_tables / sizeof *token_tables,
  NUM_STATEMENT_TABLES = sizeof statement_tables / sizeof *statement_tables
};

sl_status sl_edits_make(const sl_body *body, size_t function, sl_edits *edits) {
  sl_bench bench = {body, body->tokens, function, edits};
  size_t first_edit = edits->count;
  for (size_t i = body->function->begin + 1; i < body->function->end; i++) {
    for (int t = 0; t < NUM_TOKEN_TABLES; t++) {
      for (sl_token_operator *const *make = token_tables[t]; *make; make++) (*make)(&bench, i);
    }
  }
  for (size_t s = 0; s < body->num_statements; s++) {
    for (int t = 0; t < NUM_STATEMENT_TABLES; t++) {
      sl_statement_operator *const *make = statement_tables[t];
      for (; *make; make++) (*make)(&bench, s);
    }
  }
  sl_operator_repeat(&bench, first_edit);
  return edits->status;
}

void sl_edits_free(sl_edits *edits) {
  for (size_t i = 0; i < edits->count; i++) sl_free(edits->all[i].text);
  sl_free(edits->all);
  memset(edits, 0, sizeof *edits);
}

/* The rank of an edit within its tier. Defects that are often right, or that have few edits, come
 * first, because there may not be time for all. */
static int rank_of(const sl_edit *edit) {
  switch (edit->defect) {
  case SL_FORMULA:
    return 1;
  case SL_CONDITION:
  case SL_NO_GUARD:
    return 2;
  case SL_CONSTANT:
    return 3;
  case SL_OFF_BY_ONE:
    return 4;
  case SL_NAME:
    return 5;
  default:
    return 0;
  }
}

static int compare(const void *a, const void *b) {
  const sl_edit *x = a, *y = b;
  int x_rank = rank_of(x), y_rank = rank_of(y);
  if (x->tier != y->tier) return x->tier < y->tier ? -1 : 1;
  if (x_rank != y_rank) return x_rank < y_rank ? -1 : 1;
  if (x->function != y->function) return x->function < y->function ? -1 : 1;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  return strcmp(x->text, y->text);
}

void sl_edits_sort(sl_edits *edits) {
  if (edits->count) qsort(edits->all, edits->count, sizeof *edits->all, compare);
}
