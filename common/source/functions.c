/* functions.c: finds the functions of a source and their parameters. */
#include "source/functions.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static const char *const no_functions[] = {"if",     "for",    "while",    "switch", "catch",
                                           "return", "sizeof", "decltype", NULL};
static const char *const no_types[] = {
    "const",        "static", "__restrict__", "__restrict", "restrict",  "volatile",
    "__shared__",   "extern", "register",     "inline",     "constexpr", "__device__",
    "__constant__", "struct", "__global__",   "__host__",   NULL};
static const char *const integers[] = {"int",      "unsigned", "long",    "short",   "char",
                                       "signed",   "size_t",   "int32_t", "int64_t", "uint32_t",
                                       "uint64_t", "bool",     "auto",    NULL};

bool sl_function_is_integer(const char *type) {
  if (strchr(type, '*')) return false;
  for (const char *const *word = integers; *word; word++) {
    size_t length = strlen(*word);
    if (strncmp(type, *word, length) == 0 && (type[length] == '\0' || type[length] == ' ')) {
      return true;
    }
  }
  return false;
}

static void append(char *out, size_t size, const char *text) {
  size_t used = strlen(out);
  (void)snprintf(out + used, size - used, "%s", text);
}

void sl_function_add_type(sl_variable *variable, const char *text) {
  append(variable->type, sizeof variable->type, text);
}

void sl_function_type(const sl_tokens *tokens, size_t first, size_t last, char *out, size_t size,
                      bool *constant_out) {
  char word[64];
  out[0] = '\0';
  *constant_out = false;
  for (size_t i = first; i <= last && i < tokens->count; i++) {
    if (sl_token_is(tokens, i, "const")) *constant_out = true;
    if (sl_token_in(tokens, i, no_types) || sl_token_is(tokens, i, "&")) continue;
    sl_tokens_copy(tokens, i, i, word, sizeof word);
    bool star = strcmp(word, "*") == 0;
    if (out[0] && !star) append(out, size, " ");
    append(out, size, word);
  }
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* Parses the parameter in tokens `first` to `last`. Returns false if it has no name. */
static bool take_parameter(const sl_tokens *tokens, size_t first, size_t last, sl_variable *out) {
  size_t end = first, name = SL_NO_TOKEN;
  while (end <= last && !sl_token_is(tokens, end, "=") && !sl_token_is(tokens, end, "[")) {
    if (sl_token_of(tokens, end, SL_TOKEN_WORD)) name = end;
    if (sl_token_is(tokens, end, "(")) { /* a pointer to a function: void (*kernel)(…) */
      if (!sl_token_is(tokens, end + 1, "*") || !sl_token_of(tokens, end + 2, SL_TOKEN_WORD))
        return false;
      sl_tokens_copy(tokens, end + 2, end + 2, out->name, sizeof out->name);
      (void)snprintf(out->type, sizeof out->type, "(function)");
      return true;
    }
    end++;
  }
  if (name == SL_NO_TOKEN || name == first || sl_token_in(tokens, name, no_types)) return false;
  sl_tokens_copy(tokens, name, name, out->name, sizeof out->name);
  sl_function_type(tokens, first, name - 1, out->type, sizeof out->type, &out->constant);
  if (sl_token_is(tokens, end, "[")) sl_function_add_type(out, "*");
  return out->type[0] != '\0' && !sl_function_is_integer(out->name) &&
         strcmp(out->name, "void") != 0;
}

static void take_parameters(const sl_tokens *tokens, sl_function *f) {
  size_t first = f->open + 1;
  int depth = 0; /* nesting depth of template angle brackets */
  bool none = f->close == first || (f->close == first + 1 && sl_token_is(tokens, first, "void"));
  if (none) return;
  for (size_t i = first; i <= f->close; i++) {
    const sl_token *token = &tokens->all[i];
    if (sl_token_is(tokens, i, "<")) depth++;
    if (sl_token_is(tokens, i, ">")) depth--;
    bool ends = i == f->close || (depth == 0 && sl_token_is(tokens, i, ","));
    if (ends) {
      bool fits = i > first && f->num_parameters < SL_MAX_PARAMETERS;
      sl_variable *parameter = &f->parameters[f->num_parameters];
      if (!fits || !take_parameter(tokens, first, i - 1, parameter)) {
        f->nameless = true;
        return;
      }
      parameter->name_at = SL_NO_TOKEN;
      parameter->from = f->begin;
      parameter->to = f->end;
      f->num_parameters++;
      first = i + 1;
    } else if (token->partner != SL_NO_TOKEN && token->partner > i) {
      i = token->partner;
    }
  }
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* Returns the `>` that closes the `<` at token `open`. */
static size_t behind_angles(const sl_tokens *tokens, size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; i++) {
    if (sl_token_is(tokens, i, "<")) depth++;
    if (sl_token_is(tokens, i, ">") && --depth == 0) return i;
  }
  return SL_NO_TOKEN;
}

static void take_specifiers(const sl_tokens *tokens, sl_function *f) {
  f->template_end = SL_NO_TOKEN;
  if (sl_token_is(tokens, f->first, "template")) {
    f->template_end = behind_angles(tokens, f->first + 1, f->name_at);
    f->nameless = f->nameless || f->template_end == SL_NO_TOKEN;
  }
  size_t i = f->template_end == SL_NO_TOKEN ? f->first : f->template_end + 1;
  for (; i < f->name_at; i++) {
    f->is_kernel = f->is_kernel || sl_token_is(tokens, i, "__global__");
    f->is_device = f->is_device || sl_token_is(tokens, i, "__device__");
    f->is_static = f->is_static || sl_token_is(tokens, i, "static");
    f->is_void = f->is_void || (sl_token_is(tokens, i, "void") && !sl_token_is(tokens, i + 1, "*"));
  }
}

/* Whether the brace at token `begin` opens the body of a function whose declaration begins at token
 * `first`. If so, fills in `*f`. */
static bool is_definition(const sl_tokens *tokens, size_t first, size_t begin, sl_function *f) {
  memset(f, 0, sizeof *f);
  if (begin < first + 3 || !sl_token_is(tokens, begin - 1, ")")) return false;
  size_t open = tokens->all[begin - 1].partner;
  if (open == SL_NO_TOKEN || open < first + 2) return false;
  bool named = sl_token_of(tokens, open - 1, SL_TOKEN_WORD) &&
               !sl_token_in(tokens, open - 1, no_functions) && !sl_token_is(tokens, open - 2, "::");
  if (!named) return false;
  bool templated = sl_token_is(tokens, first, "template");
  size_t angle = templated ? behind_angles(tokens, first + 1, open) : first;
  if (angle == SL_NO_TOKEN) return false;
  for (size_t i = angle; i < open; i++) {
    if (sl_token_is(tokens, i, "=")) return false; /* the brace belongs to a lambda expression */
  }
  *f = (sl_function){.first = first,
                     .name_at = open - 1,
                     .open = open,
                     .close = begin - 1,
                     .begin = begin,
                     .end = tokens->all[begin].partner};
  sl_tokens_copy(tokens, f->name_at, f->name_at, f->name, sizeof f->name);
  take_parameters(tokens, f);
  take_specifiers(tokens, f);
  return true;
}

static sl_status keep(sl_functions *functions, const sl_function *f) {
  SL_TRY(sl_resize(functions->count + 1, sizeof *functions->all, "functions", &functions->all));
  functions->all[functions->count++] = *f;
  return SL_OK;
}

/* Whether the brace at `open` belongs to `namespace a {` or `extern "C" {`, which only enclose
 * declarations at file scope. */
static bool is_scope(const sl_tokens *tokens, size_t first, size_t open) {
  bool linkage = sl_token_is(tokens, first, "extern") && first + 2 == open &&
                 sl_token_of(tokens, first + 1, SL_TOKEN_STRING);
  if (sl_token_is(tokens, first, "inline")) first++;
  return linkage || sl_token_is(tokens, first, "namespace");
}

bool sl_functions_next_block(const sl_tokens *tokens, size_t *next, size_t *first_out,
                             size_t *open_out) {
  size_t first = *next;
  for (size_t i = *next; i < tokens->count; i++) {
    const sl_token *token = &tokens->all[i];
    bool ends = sl_token_is(tokens, i, ";") || sl_token_is(tokens, i, "}"); /* a namespace ends */
    if (token->kind == SL_TOKEN_DIRECTIVE || ends) first = i + 1;
    if (token->partner == SL_NO_TOKEN || token->partner < i) continue;
    if (sl_token_is(tokens, i, "{") && is_scope(tokens, first, i)) {
      first = i + 1;
    } else if (sl_token_is(tokens, i, "{")) {
      *first_out = first;
      *open_out = i;
      *next = token->partner + 1;
      return true;
    } else {
      i = token->partner;
    }
  }
  return false;
}

sl_status sl_functions_find(const sl_tokens *tokens, sl_functions *out) {
  size_t next = 0, first, open;
  sl_function f;
  memset(out, 0, sizeof *out);
  while (sl_functions_next_block(tokens, &next, &first, &open)) {
    if (is_definition(tokens, first, open, &f)) SL_TRY(keep(out, &f));
  }
  return SL_OK;
}

void sl_functions_free(sl_functions *functions) {
  sl_free(functions->all);
  memset(functions, 0, sizeof *functions);
}

/* ---- calls ----------------------------------------------------------------------------------- */

bool sl_function_calls(const sl_tokens *tokens, const sl_function *caller,
                       const sl_function *callee) {
  for (size_t i = caller->begin; i < caller->end; i++) {
    if (sl_token_is(tokens, i, callee->name)) return true;
  }
  return false;
}

void sl_functions_spread(const sl_tokens *tokens, const sl_functions *functions, bool *within) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t from = 0; from < functions->count; from++) {
      for (size_t to = 0; within[from] && to < functions->count; to++) {
        if (within[to] || !sl_function_calls(tokens, &functions->all[from], &functions->all[to])) {
          continue;
        }
        within[to] = changed = true;
      }
    }
  }
}
