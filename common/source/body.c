/* body.c: finds the statements of a function, and the variables that it declares. */
#include "source/body.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 100 }; /* more deeply nested statements are not parsed */

static const char *const branches[] = {"if", "switch", NULL};
static const char *const loops[] = {"for", "while", NULL};
static const char *const jumps[] = {"return", "break", "continue", "goto", NULL};
static const char *const no_variables[] = {"return", "break",  "continue", "goto",  "delete",
                                           "else",   "case",   "default",  "using", "typedef",
                                           "throw",  "sizeof", "new",      NULL};
static const char *const behind_names[] = {"=", ";", ",", "[", ")", ":", "{", NULL};
static const char *const stars[] = {"*", "&", NULL};
static const char *const in_types[] = {"*", "&", "::", "<", ">", NULL};

/* ---- variables ------------------------------------------------------------------------------- */

/* Whether the variable is the mask of an exchange between lanes, `…_sync(name, …)`. */
static bool is_mask(const sl_body *body, const char *name) {
  const sl_tokens *t = body->tokens;
  for (size_t i = body->function->begin + 2; i < body->function->end; i++) {
    if (!sl_token_is(t, i, name) || !sl_token_is(t, i - 1, "(")) continue;
    const sl_token *call = &t->all[i - 2];
    size_t length = call->to - call->from;
    if (length > 5 && memcmp(t->text + call->to - 5, "_sync", 5) == 0) return true;
  }
  return false;
}

static sl_status keep_variable(sl_body *body, const sl_variable *variable) {
  size_t count = body->num_variables + 1;
  SL_TRY(sl_resize(count, sizeof *body->variables, "variables", &body->variables));
  body->variables[body->num_variables] = *variable;
  body->variables[body->num_variables++].is_mask = is_mask(body, variable->name);
  return SL_OK;
}

/* Returns the comma or semicolon after the declarator at token `i`. */
static size_t behind_declarator(const sl_tokens *tokens, size_t i, size_t end) {
  while (i < end && !sl_token_is(tokens, i, ",") && !sl_token_is(tokens, i, ";")) {
    size_t partner = tokens->all[i].partner;
    i = partner != SL_NO_TOKEN && partner > i ? partner + 1 : i + 1;
  }
  return i;
}

/* Returns the last token of the type in a declaration that begins at token `first`, or SL_NO_TOKEN
 * if `first` does not begin a declaration. */
static size_t end_of_type(const sl_tokens *tokens, size_t first, size_t end) {
  size_t words = 0, i = first;
  if (sl_token_in(tokens, first, no_variables)) return SL_NO_TOKEN;
  for (; i < end; i++) {
    bool word = sl_token_of(tokens, i, SL_TOKEN_WORD);
    if (word && words > 0 && sl_token_in(tokens, i + 1, behind_names)) break;
    if (!word && !sl_token_in(tokens, i, in_types)) return SL_NO_TOKEN;
    words += word;
  }
  return i < end && i > first ? i - 1 : SL_NO_TOKEN;
}

/* Adds the variable that token `i` declares. Its type gets a star for each dimension. */
static sl_status take_declarator(sl_body *body, sl_variable *variable, size_t i, size_t end) {
  const sl_tokens *tokens = body->tokens;
  sl_tokens_copy(tokens, i, i, variable->name, sizeof variable->name);
  variable->name_at = i;
  variable->from = behind_declarator(tokens, i, end);
  for (size_t at = i + 1; sl_token_is(tokens, at, "[") && tokens->all[at].partner != SL_NO_TOKEN;
       at = tokens->all[at].partner + 1) {
    sl_function_add_type(variable, "*");
  }
  return keep_variable(body, variable);
}

/* Adds the variables that the tokens from `first` declare. Their scope ends at token `scope`.
 * `*found_out` is whether the tokens are a declaration. */
static sl_status take_declaration(sl_body *body, size_t first, size_t end, size_t scope,
                                  bool *found_out) {
  const sl_tokens *tokens = body->tokens;
  sl_variable base = {.to = scope};
  size_t type_end = end_of_type(tokens, first, end);
  *found_out = type_end != SL_NO_TOKEN;
  if (!*found_out) return SL_OK;
  while (type_end > first && sl_token_in(tokens, type_end, stars)) type_end--;
  sl_function_type(tokens, first, type_end, base.type, sizeof base.type, &base.constant);
  for (size_t i = type_end + 1; i < end; i++) {
    sl_variable variable = base;
    for (; i < end && !sl_token_of(tokens, i, SL_TOKEN_WORD); i++) {
      if (sl_token_is(tokens, i, "*")) sl_function_add_type(&variable, "*");
    }
    if (i == end) break;
    SL_TRY(take_declarator(body, &variable, i, end));
    i = variable.from;
    if (!sl_token_is(tokens, i, ",")) break;
  }
  return SL_OK;
}

/* ---- statements ------------------------------------------------------------------------------ */

typedef struct within {
  sl_body *body;
  size_t scope; /* the brace that closes the enclosing block */
  int parent;
  int depth;
  bool listed;
} within;

static sl_status take_statement(within w, size_t first, size_t *last_out);

static size_t semicolon_from(const sl_tokens *tokens, size_t i, size_t end) {
  while (i < end && !sl_token_is(tokens, i, ";")) {
    size_t partner = tokens->all[i].partner;
    i = partner != SL_NO_TOKEN && partner > i ? partner + 1 : i + 1;
  }
  return i < end ? i : end - 1;
}

static sl_status take_list(within w, size_t first, size_t end) {
  w.scope = end;
  w.listed = true;
  for (size_t i = first; i < end; i++) {
    if (w.body->tokens->all[i].kind == SL_TOKEN_DIRECTIVE) continue;
    size_t last;
    SL_TRY(take_statement(w, i, &last));
    i = last;
  }
  return SL_OK;
}

/* Parses `if (…)`, `for (…)` and so on, with the statement that it controls, and its else. */
static sl_status take_controlled(within w, sl_statement *statement, size_t first,
                                 size_t *last_out) {
  const sl_tokens *tokens = w.body->tokens;
  size_t open = first + 1;
  if (sl_token_is(tokens, open, "constexpr")) open++;
  size_t close = sl_token_is(tokens, open, "(") ? tokens->all[open].partner : SL_NO_TOKEN;
  *last_out = first;
  if (close == SL_NO_TOKEN || close + 1 >= w.scope) return SL_OK;
  statement->body = close + 1;
  size_t variables = w.body->num_variables;
  if (sl_token_is(tokens, first, "for")) {
    bool found;
    SL_TRY(take_declaration(w.body, open + 1, close, w.scope, &found));
  }
  size_t declared = w.body->num_variables;
  SL_TRY(take_statement(w, close + 1, last_out));
  for (size_t i = variables; i < declared; i++) w.body->variables[i].to = *last_out;
  if (!sl_token_is(tokens, first, "if") || !sl_token_is(tokens, *last_out + 1, "else")) {
    return SL_OK;
  }
  return *last_out + 2 < w.scope ? take_statement(w, *last_out + 2, last_out) : SL_OK;
}

static sl_statement_kind kind_of(const sl_tokens *tokens, size_t first) {
  if (sl_token_is(tokens, first, "{")) return SL_BLOCK;
  if (sl_token_in(tokens, first, branches)) return SL_BRANCH;
  if (sl_token_in(tokens, first, loops) || sl_token_is(tokens, first, "do")) return SL_LOOP;
  return sl_token_in(tokens, first, jumps) ? SL_JUMP : SL_SIMPLE;
}

static sl_status take_inner(within w, sl_statement *statement, size_t first, size_t *last_out) {
  const sl_tokens *tokens = w.body->tokens;
  bool found = false;
  switch (statement->kind) {
  case SL_BLOCK:
    *last_out = tokens->all[first].partner;
    if (*last_out == SL_NO_TOKEN) *last_out = first;
    return take_list(w, first + 1, *last_out > first ? *last_out : first + 1);
  case SL_BRANCH:
    return take_controlled(w, statement, first, last_out);
  case SL_LOOP:
    if (!sl_token_is(tokens, first, "do")) return take_controlled(w, statement, first, last_out);
    statement->body = first + 1;
    SL_TRY(take_statement(w, first + 1, last_out));
    *last_out = semicolon_from(tokens, *last_out, w.scope);
    return SL_OK;
  default:
    *last_out = semicolon_from(tokens, first, w.scope);
    SL_TRY(take_declaration(w.body, first, *last_out, w.scope, &found));
    if (found) statement->kind = SL_DECLARATION;
    return SL_OK;
  }
}

static sl_status take_statement(within w, size_t first, size_t *last_out) {
  sl_body *body = w.body;
  size_t number = body->num_statements;
  sl_statement statement = {.kind = kind_of(body->tokens, first),
                            .first = first,
                            .last = first,
                            .parent = w.parent,
                            .listed = w.listed};
  *last_out = first;
  if (w.depth == MAX_DEPTH || first >= w.scope) return SL_OK;
  SL_TRY(sl_resize(number + 1, sizeof statement, "statements", &body->statements));
  body->num_statements++;
  within inner = {body, w.scope, (int)number, w.depth + 1, false};
  SL_TRY(take_inner(inner, &statement, first, last_out));
  statement.last = *last_out;
  body->statements[number] = statement;
  return SL_OK;
}

sl_status sl_body_make(const sl_tokens *tokens, const sl_functions *functions,
                       const sl_function *function, sl_body *out) {
  *out = (sl_body){.tokens = tokens, .functions = functions, .function = function};
  for (int i = 0; i < function->num_parameters; i++) {
    SL_TRY(keep_variable(out, &function->parameters[i]));
  }
  within w = {out, function->end, -1, 0, true};
  return take_list(w, function->begin + 1, function->end);
}

void sl_body_free(sl_body *body) {
  sl_free(body->statements);
  sl_free(body->variables);
  memset(body, 0, sizeof *body);
}

bool sl_body_knows(const sl_variable *variable, size_t i) {
  return variable->from <= i && i <= variable->to;
}

/* Searches from the end, because a later declaration hides an earlier one. */
const sl_variable *sl_body_variable(const sl_body *body, size_t i) {
  for (size_t v = body->num_variables; v-- > 0;) {
    const sl_variable *variable = &body->variables[v];
    if (sl_body_knows(variable, i) && sl_token_is(body->tokens, i, variable->name)) {
      return variable;
    }
  }
  return NULL;
}

const sl_variable *sl_body_declared_at(const sl_body *body, size_t i) {
  for (size_t v = 0; v < body->num_variables; v++) {
    if (body->variables[v].name_at == i) return &body->variables[v];
  }
  return NULL;
}

int sl_body_statement(const sl_body *body, size_t i) {
  int found = -1;
  for (size_t s = 0; s < body->num_statements && body->statements[s].first <= i; s++) {
    if (i <= body->statements[s].last) found = (int)s;
  }
  return found;
}

const sl_variable *sl_body_next_integer(const sl_body *body, size_t i, const sl_variable *last) {
  for (size_t v = last ? (size_t)(last - body->variables) + 1 : 0; v < body->num_variables; v++) {
    const sl_variable *variable = &body->variables[v];
    bool number = sl_function_is_integer(variable->type) && !variable->is_mask;
    if (number && sl_body_knows(variable, i)) return variable;
  }
  return NULL;
}

bool sl_body_on_device(const sl_body *body) {
  return body->function->is_kernel || body->function->is_device;
}
