/* file_conditions.c: rewrites conditions on __CUDA_ARCH__ outside of functions. */
#include "architecture.h"
#include "macros.h"
#include "syntax.h"

#include <string.h>

/* ---- content of a chain ---------------------------------------------------------------------- */

static bool has_device_word(const lens_source *source, const lens_chain *it) {
  static const char *const words[] = {"__device__",   "__global__",  "__shared__",
                                      "__constant__", "__managed__", NULL};
  for (int i = it->start; i < it->end; i++) {
    if (!source->tokens[i].macro && lens_source_is_one_of(source, i, words)) return true;
  }
  return false;
}

/* Whether the chain only defines macros. */
static bool only_defines(const lens_source *source, const lens_chain *it) {
  for (int i = it->start; i <= it->end; i++) {
    bool known = lens_source_is_directive(source, i, "if") ||
                 lens_source_is_directive(source, i, "el") ||
                 lens_source_is_directive(source, i, "endif") ||
                 lens_source_is_directive(source, i, "define") ||
                 lens_source_is_directive(source, i, "undef");
    if (!source->tokens[i].macro && !known) return false;
  }
  return true;
}

bool lens_architecture_is_own_condition(const lens_source *source, const lens_chain *it,
                                        int token) {
  int depth = 0;
  for (int i = it->start + 1; i < token; i++) {
    if (lens_source_is_directive(source, i, "if")) depth++;
    if (lens_source_is_directive(source, i, "endif")) depth--;
  }
  bool own = token == it->start || (depth == 0 && !lens_source_is_directive(source, token, "if"));
  return own && lens_architecture_is_condition(source, token);
}

static void take_device_branch(const lens_source *source, const lens_chain *it, lens_edits *edits) {
  for (int i = it->start; i <= it->end; i++) {
    if (lens_architecture_is_own_condition(source, it, i))
      lens_architecture_rewrite_condition(source, i, edits);
  }
}

/* ---- macros ---------------------------------------------------------------------------------- */

bool lens_architecture_uses_macro(const lens_source *source, int token, lens_word name) {
  const lens_token *t = &source->tokens[token];
  if (t->kind == LENS_DIRECTIVE)
    return !lens_source_is_directive(source, token, "define") &&
           lens_architecture_mentions(source, token, name.text, name.length);
  return lens_macro_is_word_at(source, token, name);
}

/* A token of each kind that uses a macro, or −1. */
typedef struct usage {
  int on_host;   /* in functions of the host */
  int on_device; /* in functions of the device only */
  int hidden;    /* in functions for both sides, or in other macros */
} usage;

static usage find_usage(const lens_source *source, const lens_chain *it, lens_word name) {
  usage found = {-1, -1, -1};
  for (int i = 0; i < source->num_tokens; i++) {
    if ((i >= it->start && i <= it->end) || !lens_architecture_uses_macro(source, i, name))
      continue;
    int brace = lens_syntax_function_brace(source, i);
    if (source->tokens[i].macro) {
      found.hidden = i;
    } else if (brace >= 0) {
      lens_brace function = lens_syntax_read_brace(source, brace);
      if (function.device && function.host)
        found.hidden = i;
      else if (function.device)
        found.on_device = i;
      else
        found.on_host = i;
    }
  }
  return found;
}

/* The use of one of the chain's macros that is used on both sides, or may be; −1 if there is none.
 * `*name` is the macro. `*device` becomes true if a macro is used on the device. */
static int find_mixed(const lens_source *source, const lens_chain *it, lens_word *name,
                      bool *device) {
  for (int i = it->start; i < it->end; i++) {
    if (!lens_macro_is_define(source, i)) continue;
    *name = lens_macro_name(source, i);
    usage found = find_usage(source, it, *name);
    int mixed = found.hidden >= 0 ? found.hidden : found.on_device >= 0 ? found.on_host : -1;
    if (mixed >= 0) return mixed;
    *device = *device || found.on_device >= 0;
  }
  return -1;
}

/* ---- all conditions -------------------------------------------------------------------------- */

static void decide(lens_source *source, const lens_chain *it, unsigned char *doubled,
                   lens_edits *edits) {
  bool device = has_device_word(source, it), defines = only_defines(source, it);
  lens_word name;
  int mixed = device || defines ? find_mixed(source, it, &name, &device) : -1;
  if (mixed >= 0 && defines && lens_architecture_define_for_both(source, it, doubled, edits))
    return;
  if (mixed >= 0)
    lens_source_error_at(
        source, mixed,
        "'%.*s' depends on __CUDA_ARCH__ and is used on both host and device, but the lens can use "
        "only one meaning of it; test __CUDA_ARCH__ in the function that uses it",
        (int)(name.length < 100 ? name.length : 100), name.text);
  if (device) take_device_branch(source, it, edits);
}

void lens_architecture_rewrite_file(lens_source *source, unsigned char *doubled,
                                    lens_edits *edits) {
  lens_chain open[LENS_MAX_CONDITIONS];
  int depth = 0;
  for (int i = 0; i < source->num_tokens; i++) {
    bool mentions =
        lens_architecture_is_condition(source, i) && lens_syntax_function_brace(source, i) < 0;
    if (lens_source_is_directive(source, i, "if")) {
      if (depth < LENS_MAX_CONDITIONS) open[depth] = (lens_chain){i, i, mentions};
      depth++;
    } else if (lens_source_is_directive(source, i, "elif") && depth > 0 &&
               depth <= LENS_MAX_CONDITIONS) {
      open[depth - 1].mentions = open[depth - 1].mentions || mentions;
    } else if (lens_source_is_directive(source, i, "endif") && depth > 0) {
      if (--depth >= LENS_MAX_CONDITIONS || !open[depth].mentions) continue;
      open[depth].end = i;
      decide(source, &open[depth], doubled, edits);
    }
  }
}
