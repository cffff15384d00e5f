/* calls.c: finds calls of functions that run on the other side. nvcc knows which function is
 * called; this check knows only its name. So an error is reported only if all functions of that
 * name run on the other side, and never in code that nvcc may not compile: in functions for both
 * sides, unused templates, functions with `if constexpr`, and branches of __CUDA_ARCH__. */
#include "calls.h"

#include "architecture.h"
#include "host_functions.h"
#include "syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- places of errors ------------------------------------------------------------------------ */

static bool same_word(const lens_source *a, int left, const lens_source *b, int right) {
  const lens_token *x = &a->tokens[left], *y = &b->tokens[right];
  return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

/* How many tokens with the same text precede the token on its line. */
static int count_before(const lens_source *text, int token) {
  int count = 0;
  for (int i = token - 1; i >= 0 && text->tokens[i].line == text->tokens[token].line; i--)
    count += same_word(text, i, text, token);
  return count;
}

/* The token of `source` that has the same text as `token` of the preprocessed `text`, on the same
 * line of the same file. If `alike` is false, any token on that line. −1 if there is none. */
static int find_like(const lens_source *source, const lens_source *text, int token, bool alike) {
  const lens_token *t = &text->tokens[token];
  const char *file = lens_source_file_name(text, t->file);
  int found = -1, before = alike ? count_before(text, token) : 0;
  for (int i = 0; i < source->num_tokens && before >= 0; i++) {
    if (source->tokens[i].line != t->line || (alike && !same_word(source, i, text, token)) ||
        strcmp(lens_source_file_name(source, source->tokens[i].file), file) != 0)
      continue;
    found = i;
    before--;
  }
  return found;
}

void lens_calls_error(lens_source *source, const lens_source *text, int token, const char *format,
                      ...) {
  char message[sizeof source->problems[0].message];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  int found = find_like(source, text, token, true);
  if (found < 0) found = find_like(source, text, token, false);
  lens_place place = {.line = text->tokens[token].line}; /* a macro over several lines */
  if (found >= 0)
    lens_source_error_at(source, found, "%s", message);
  else
    lens_source_error(source, place, "%s", message);
}

/* ---- where code runs ------------------------------------------------------------------------- */

lens_context lens_calls_context(const lens_source *text, int token) {
  bool function = false;
  for (int i = text->tokens[token].parent; i >= 0; i = text->tokens[i].parent) {
    if (!lens_source_is(text, i, "{")) continue;
    lens_brace brace = lens_syntax_read_brace(text, i);
    if (brace.kind == LENS_BRACE_CLASS && lens_syntax_in_function(text, i)) return LENS_NOWHERE;
    if (brace.kind != LENS_BRACE_FUNCTION) continue;
    function = true;
    if (brace.device && brace.host) return LENS_ON_BOTH;
    if (brace.device) return LENS_ON_DEVICE;
    if (brace.host) return LENS_ON_HOST;
  }
  return function ? LENS_ON_HOST : LENS_NOWHERE;
}

/* Whether the token is in sizeof(…), decltype(…) or similar, which calls no function. */
static bool is_unevaluated(const lens_source *text, int token) {
  static const char *const words[] = {"sizeof",        "decltype", "noexcept", "alignof",
                                      "typeid",        "alignas",  "requires", "__typeof__",
                                      "static_assert", NULL};
  if (lens_source_is_one_of(text, token - 1, words)) return true;
  for (int i = text->tokens[token].parent; i >= 0; i = text->tokens[i].parent) {
    if (lens_source_is(text, i, "(") && lens_source_is_one_of(text, i - 1, words)) return true;
  }
  return false;
}

/* The outermost brace of a function around the token. */
static int function_of(const lens_source *text, int token) {
  int found = -1;
  for (int i = text->tokens[token].parent; i >= 0; i = text->tokens[i].parent) {
    if (lens_source_is(text, i, "{") && lens_syntax_read_brace(text, i).kind == LENS_BRACE_FUNCTION)
      found = i;
  }
  return found;
}

/* The name of the function, or of the class, to which the brace at `brace` belongs; −1: not
 * found. */
static int name_before(const lens_source *text, int brace) {
  for (int i = lens_syntax_header_start(text, brace); i < brace; i++) {
    int behind = lens_syntax_skip_attribute(text, i);
    if (lens_source_is(text, i, "template") && lens_source_is(text, i + 1, "<"))
      behind = lens_syntax_skip_angles(text, i + 1);
    if (behind > i) {
      i = behind - 1;
      continue;
    }
    static const char *const classes[] = {"struct", "class", NULL};
    if (lens_source_is_one_of(text, i, classes) && lens_source_is_identifier(text, i + 1))
      return i + 1;
    if (lens_source_is_identifier(text, i) && lens_name_call_after(text, i) >= 0) return i;
  }
  return -1;
}

/* Whether the brace belongs to a template that is not named anywhere else: nvcc only checks
 * templates that are used. */
static bool is_unused_template(const lens_checker *check, int brace) {
  for (int i = brace; i >= 0; i = check->text->tokens[i].parent) {
    if (!lens_source_is(check->text, i, "{")) continue;
    if (!lens_source_is(check->text, lens_syntax_header_start(check->text, i), "template"))
      continue;
    int name = name_before(check->text, i);
    if (name < 0 || lens_name_of(&check->names, name)->uses < 2) return true;
  }
  return false;
}

static bool has_constexpr_branch(const lens_source *text, int brace) {
  for (int i = brace; i < text->tokens[brace].match; i++) {
    if (lens_source_is(text, i, "if") && lens_source_is(text, i + 1, "constexpr")) return true;
  }
  return false;
}

/* Whether the token is, or may be, in a branch of an `#if` that depends on __CUDA_ARCH__. The
 * preprocessor has taken the host's branch, and nvcc may take another one. −1 is a token that a
 * macro produced; the macro may come from such a branch. */
static bool is_in_branch(const lens_source *source, int token) {
  int depth = 0;
  for (int i = (token < 0 ? source->num_tokens : token) - 1; i >= 0; i--) {
    if (source->tokens[i].kind != LENS_DIRECTIVE) continue;
    bool mentions = lens_architecture_mentions(source, i, "__CUDA_ARCH__", 13);
    if (token < 0 && mentions) return true;
    if (lens_source_is_directive(source, i, "endif")) depth++;
    if (depth == 0 && mentions) return true;
    if (lens_source_is_directive(source, i, "if") && depth > 0) depth--;
  }
  return false;
}

bool lens_calls_may_be_left_out(const lens_checker *check, int token) {
  return is_in_branch(check->source, find_like(check->source, check->text, token, true));
}

bool lens_calls_counts(const lens_checker *check, int token) {
  int brace = function_of(check->text, token);
  return brace >= 0 && !is_unevaluated(check->text, token) && !is_unused_template(check, brace) &&
         !has_constexpr_branch(check->text, brace) && !lens_calls_may_be_left_out(check, token);
}

static const char *const joints[] = {".", "->", NULL};

/* ---- calls ----------------------------------------------------------------------------------- */

static void tell(const lens_checker *check, int token, const char *message) {
  const lens_token *t = &check->text->tokens[token];
  if (lens_calls_counts(check, token))
    lens_calls_error(check->source, check->text, token, "'%.*s' %s",
                     (int)(t->length < 100 ? t->length : 100), t->text, message);
}

/* Whether the name has the meaning `is`, and no other meaning except tolerated ones. */
static bool is_only(const lens_name *name, unsigned is, unsigned tolerated) {
  return (name->is & ~tolerated) == is;
}

static void check_kernel_call(const lens_checker *check, int token) {
  const lens_token *t = &check->text->tokens[token];
  char message[200];
  (void)snprintf(message, sizeof message,
                 "is a kernel and is called like a function; launch it: %.*s<<<blocks, "
                 "threads>>>(…)",
                 (int)(t->length < 60 ? t->length : 60), t->text);
  tell(check, token, message);
}

static void check_launch(const lens_checker *check, int token, const lens_name *name) {
  if (is_only(name, LENS_NAME_HOST, LENS_NAME_STANDARD))
    tell(check, token,
         "is launched with <<<…>>> but is not a kernel: put __global__ in front of it, or call it "
         "without <<<…>>>");
  else if (is_only(name, LENS_NAME_DEVICE, 0) || is_only(name, LENS_NAME_BOTH, 0))
    tell(check, token,
         "is launched with <<<…>>> but is a __device__ function; only a __global__ "
         "function is a kernel");
}

/* Whether the name is used as a name of namespace std, and not only as a part of a type, such as
 * vector<int>::size_type. */
static bool is_standard(const lens_checker *check, int token, int behind) {
  bool scoped = lens_source_is(check->text, token - 1, "::");
  if (lens_source_is(check->text, behind, "::")) return false;
  if (scoped) return lens_source_is(check->text, token - 2, "std");
  static const char *const streams[] = {"cout", "cerr", "clog", "cin", "endl", NULL};
  bool shaped = lens_source_is_one_of(check->text, token, streams) || behind > token + 1 ||
                lens_source_is(check->text, behind, "(");
  return check->names.uses_standard && shaped;
}

/* Checks the name of a function of the C library, or of the C++ library. */
static void check_library(const lens_checker *check, int token, const lens_name *name) {
  int behind = token + 1;
  if (lens_source_is(check->text, behind, "<"))
    behind = lens_syntax_skip_angles(check->text, behind);
  bool scoped = lens_source_is(check->text, token - 1, "::"),
       call = lens_source_is(check->text, token + 1, "(");
  const char *reason = NULL;
  if (call && (!scoped || lens_source_is(check->text, token - 2, "std")))
    reason = lens_host_function(check->text, token);
  if (!reason && is_standard(check, token, behind))
    reason = lens_host_function_of_standard(check->text, token, check->names.modern);
  if (reason && is_only(name, 0, LENS_NAME_SYSTEM | LENS_NAME_STANDARD)) tell(check, token, reason);
}

/* Checks a call in device code. `member`: the name follows a `.` or `->`. */
static void check_on_device(const lens_checker *check, int token, const lens_name *name,
                            bool member) {
  bool standard =
      lens_source_is(check->text, token - 1, "::") && lens_source_is(check->text, token - 2, "std");
  if (!standard && is_only(name, LENS_NAME_HOST, member ? 0 : LENS_NAME_STANDARD))
    tell(check, token,
         "is a host function and is called in device code; put __device__, or __host__ __device__, "
         "in front of it");
}

static void check_on_host(const lens_checker *check, int token, const lens_name *name) {
  if (is_only(name, LENS_NAME_DEVICE, 0))
    tell(check, token,
         "is a __device__ function and is called in host code; put __host__ __device__ in front of "
         "it, or call it in a kernel");
  else if (lens_host_function_is_of_device(check->text, token) &&
           is_only(name, 0, LENS_NAME_SYSTEM))
    tell(check, token, "is a device function and is called in host code; call it in a kernel");
}

static void check_call(const lens_checker *check, int token, int open, const lens_name *name) {
  bool member = lens_source_is_one_of(check->text, token - 1, joints);
  lens_context where = lens_calls_context(check->text, token);
  if (where == LENS_NOWHERE) return;
  if (lens_source_is_launch(check->text, open)) {
    if (!member) check_launch(check, token, name);
  } else if (is_only(name, LENS_NAME_KERNEL, 0)) {
    if (!member) check_kernel_call(check, token);
  } else if (where == LENS_ON_DEVICE) {
    check_on_device(check, token, name, member);
  } else if (where == LENS_ON_HOST) {
    check_on_host(check, token, name);
  }
}

static void check_name(const lens_checker *check, int token) {
  const lens_name *name = lens_name_of(&check->names, token);
  int open = lens_name_call_after(check->text, token);
  if (name->is & LENS_NAME_OTHER) return;
  if (open >= 0 && name->is) check_call(check, token, open, name);
  bool library = lens_host_function(check->text, token) ||
                 lens_host_function_of_standard(check->text, token, check->names.modern);
  if (library && !lens_source_is_one_of(check->text, token - 1, joints) &&
      lens_calls_context(check->text, token) == LENS_ON_DEVICE)
    check_library(check, token, name);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static bool returns_something(const lens_source *text, int start, int name) {
  static const char *const nothing[] = {"void", "auto", NULL};
  static const char *const words[] = {"__global__", "__host__",  "__device__",    "static",
                                      "inline",     "extern",    "__inline__",    "__inline",
                                      "friend",     "constexpr", "__extension__", NULL};
  bool typed = false;
  for (int i = start; i < name;) {
    int behind = lens_syntax_skip_attribute(text, i), match = text->tokens[i].match;
    if (lens_source_is(text, i, "template") && lens_source_is(text, i + 1, "<"))
      behind = lens_syntax_skip_angles(text, i + 1);
    if (match > i) behind = match + 1; /* [[attribute]] */
    if (lens_source_is_one_of(text, i, nothing)) return false;
    bool word = behind <= i && lens_source_is_identifier(text, i);
    typed = typed || (word && !lens_source_is_one_of(text, i, words));
    i = behind > i ? behind : i + 1;
  }
  return typed;
}

/* Checks the words [start, end) before a kernel's name. Returns the error, or NULL. */
static const char *wrong_kernel(const lens_source *text, int start, int end) {
  bool of_friend = false, mixed = false, of_operator = false;
  for (int i = start; i < end; i++) {
    char word = lens_syntax_space_word(text, i);
    of_friend = of_friend || lens_source_is(text, i, "friend");
    mixed = mixed || word == 'd' || word == 'h';
    of_operator = of_operator || lens_source_is(text, i, "operator");
  }
  int brace = text->tokens[start].parent;
  while (brace >= 0 && !lens_source_is(text, brace, "{")) brace = text->tokens[brace].parent;
  bool member = brace >= 0 && lens_syntax_read_brace(text, brace).kind == LENS_BRACE_CLASS;
  if (member && !of_friend)
    return "a __global__ function cannot be a member of a class; define it outside of the class";
  if (mixed) return "a __global__ function can be neither __device__ nor __host__ as well";
  return of_operator ? "an operator cannot be a __global__ function; give the kernel a name" : NULL;
}

static void check_kernel(const lens_checker *check, int token) {
  const lens_source *text = check->text;
  if (lens_syntax_in_function(text, token)) {
    lens_calls_error(check->source, text, token,
                     "a __global__ function cannot be defined inside another function");
    return;
  }
  int name = token;
  while (name < text->num_tokens &&
         !lens_source_is_one_of(text, name, (const char *[]){";", "{", NULL})) {
    int behind = lens_syntax_skip_attribute(text, name);
    int open = behind > name ? -1 : lens_name_call_after(text, name);
    if (lens_source_is_identifier(text, name) && open >= 0 && lens_source_is(text, open, "("))
      break;
    name = behind > name ? behind : name + 1;
  }
  const char *wrong = wrong_kernel(text, lens_syntax_declaration_start(text, token), name);
  if (wrong) {
    lens_calls_error(check->source, text, token, "%s", wrong);
    return;
  }
  if (!lens_source_is_identifier(text, name)) return;
  if (returns_something(text, lens_syntax_declaration_start(text, token), name))
    lens_calls_error(check->source, text, name,
                     "a __global__ function must return void; write results through a pointer");
}

sl_status lens_calls_check(lens_source *source, const lens_source *text, const bool *own) {
  lens_checker check = {.source = source, .text = text};
  sl_status status = lens_names_find(text, own, &check.names);
  for (int i = 0; i < text->num_tokens && status == SL_OK; i++) {
    if (!own[text->tokens[i].file] || !lens_source_is_identifier(text, i)) continue;
    check_name(&check, i);
    lens_calls_check_rules(&check, i);
    lens_calls_check_declared(&check, i);
    if (lens_source_is(text, i, "__global__")) check_kernel(&check, i);
  }
  lens_names_free(&check.names);
  return status;
}
