/* redeclared.c: finds functions that are kernels in one declaration and not in another, for example
 * if a file omits the __global__ of its header. nvcc refuses this, but the host compiler sees one
 * function. */
#include "calls.h"

#include "names.h"
#include "syntax.h"

#include <stdio.h>
#include <string.h>

enum { MOST_KERNELS = 64 };

/* If `token` opens a bracket, returns the bracket that closes it, otherwise `token`. So a search
 * stays at file scope (or in `extern "C"`), where the same name means the same function. */
static int skip_inside(const lens_source *text, int token) {
  int match = text->tokens[token].match;
  bool enters = lens_source_is(text, token, "{") &&
                lens_source_is(text, lens_syntax_header_start(text, token), "extern");
  return match > token && !enters ? match : token;
}

/* The end of the type of the parameter in [begin, end), which may be followed by a name. */
static int type_end(const lens_source *text, int begin, int end) {
  static const char *const parts[] = {"const", "unsigned", "signed", "long",
                                      "short", "struct",   "enum",   NULL};
  bool named = end - begin > 1 && lens_source_is_identifier(text, end - 1) &&
               !lens_syntax_is_type_word(text, end - 1) &&
               !lens_source_is_one_of(text, end - 2, parts);
  return named ? end - 1 : end;
}

/* The end of the parameter at `token`, in parentheses that end at `close`. */
static int parameter_end(const lens_source *text, int token, int close) {
  while (token < close && !lens_source_is(text, token, ",")) {
    int match = text->tokens[token].match;
    token = match > token ? match + 1 : token + 1;
  }
  return token;
}

/* Whether the parameters after the parentheses `a` and `b` are written equally, except for their
 * names. */
static bool same_parameters(const lens_source *text, int a, int b) {
  int close_a = text->tokens[a].match, close_b = text->tokens[b].match;
  for (a++, b++; a < close_a && b < close_b; a++, b++) {
    int end_a = parameter_end(text, a, close_a), end_b = parameter_end(text, b, close_b);
    int type_a = type_end(text, a, end_a), type_b = type_end(text, b, end_b);
    if (type_a - a != type_b - b) return false;
    for (; a < type_a; a++, b++) {
      if (!lens_source_same_text(text, a, b)) return false;
    }
    a = end_a;
    b = end_b;
  }
  return a >= close_a && b >= close_b;
}

/* The kind (lens_name_is) of the function that the token declares at file scope; 0 if it declares
 * none. `*open_out` is the `(` after the name. */
static unsigned declared_here(const lens_source *text, int token, int *open_out) {
  *open_out = token + 1;
  if (!lens_source_is_identifier(text, token) || !lens_source_is(text, *open_out, "(")) return 0;
  if (!lens_name_declares_function(text, token, *open_out)) return 0;
  if (lens_source_is(text, lens_syntax_declaration_start(text, token), "template")) return 0;
  return lens_name_function_is(text, token, *open_out);
}

static void tell(lens_source *source, const lens_source *text, int token, int kernel, bool device) {
  const lens_token *t = &text->tokens[token], *k = &text->tokens[kernel];
  const char *file = lens_source_file_name(text, k->file), *slash = strrchr(file, '/');
  char place[200];
  (void)snprintf(place, sizeof place, "%.100s, line %d", slash ? slash + 1 : file, k->line);
  lens_calls_error(source, text, token, "'%.*s' is a kernel in %s: %s",
                   (int)(t->length < 60 ? t->length : 60), t->text, place,
                   device ? "it must be __global__ and not __device__"
                          : "__global__ is missing in front of it");
}

void lens_calls_check_redeclared(lens_source *source, const lens_source *text, const bool *own) {
  int kernels[MOST_KERNELS], count = 0, open, other;
  for (int i = 0; i < text->num_tokens && count < MOST_KERNELS; i = skip_inside(text, i) + 1) {
    if (own[text->tokens[i].file] && declared_here(text, i, &open) == LENS_NAME_KERNEL)
      kernels[count++] = i;
  }
  for (int i = 0; i < text->num_tokens && count > 0; i = skip_inside(text, i) + 1) {
    unsigned is = own[text->tokens[i].file] ? declared_here(text, i, &open) : 0;
    if (is != LENS_NAME_HOST && is != LENS_NAME_DEVICE && is != LENS_NAME_BOTH) continue;
    for (int k = 0; k < count; k++) {
      if (!lens_source_same_text(text, i, kernels[k])) continue;
      (void)declared_here(text, kernels[k], &other);
      if (!same_parameters(text, open, other)) continue;
      tell(source, text, i, kernels[k], is != LENS_NAME_HOST);
      break;
    }
  }
}
