/* file_conditions.c: __CUDA_ARCH__ outside of functions. */
#include "architecture.h"
#include "macros.h"
#include "scan.h"
#include "syntax.h"

#include <string.h>

/* From an `#if` to its `#endif`. */
typedef struct chain {
  int start, end;
  bool mentions; /* __CUDA_ARCH__ */
} chain;

/* ---- what is in it --------------------------------------------------------------------------- */

static bool has_device_word(const lens_source *source, const chain *it) {
  static const char *const words[] = {"__device__",   "__global__",  "__shared__",
                                      "__constant__", "__managed__", NULL};
  for (int i = it->start; i < it->end; i++) {
    if (!source->tokens[i].macro && lens_is_one_of(source, i, words)) return true;
  }
  return false;
}

/* It only defines macros. */
static bool only_defines(const lens_source *source, const chain *it) {
  for (int i = it->start; i <= it->end; i++) {
    bool known = lens_directive_is(source, i, "if") || lens_directive_is(source, i, "el") ||
                 lens_directive_is(source, i, "endif") || lens_directive_is(source, i, "define") ||
                 lens_directive_is(source, i, "undef");
    if (!source->tokens[i].macro && !known) return false;
  }
  return true;
}

/* The conditions of the chain itself become those of the device. */
static void take_device_branch(const lens_source *source, const chain *it, lens_edits *edits) {
  int depth = 0;
  for (int i = it->start; i <= it->end; i++) {
    if (lens_directive_is(source, i, "endif")) depth--;
    bool own = depth == (i == it->start ? 0 : 1);
    if (own && lens_is_device_condition(source, i)) lens_rewrite_device_condition(source, i, edits);
    if (lens_directive_is(source, i, "if")) depth++;
  }
}

/* ---- macros ---------------------------------------------------------------------------------- */

static bool uses(const lens_source *source, int token, lens_word name) {
  const lens_token *t = &source->tokens[token];
  if (t->kind == LENS_DIRECTIVE)
    return !lens_directive_is(source, token, "define") &&
           lens_mentions(source, token, name.text, name.length);
  return lens_is_word_at(source, token, name);
}

/* Where the macro is used. */
typedef struct usage {
  int on_host;   /* a token, or −1 */
  int on_device; /* in functions of the device alone */
  int hidden;    /* in functions for both, or in other macros */
} usage;

static usage find_usage(const lens_source *source, const chain *it, lens_word name) {
  usage found = {-1, -1, -1};
  for (int i = 0; i < source->num_tokens; i++) {
    if ((i >= it->start && i <= it->end) || !uses(source, i, name)) continue;
    int brace = lens_function_brace(source, i);
    if (source->tokens[i].macro) {
      found.hidden = i;
    } else if (brace >= 0) {
      lens_brace function = lens_read_brace(source, brace);
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

/* A macro has one meaning on the lens. Returns whether it is to be the device's. */
static bool check_macros(lens_source *source, const chain *it, bool device) {
  for (int i = it->start; i < it->end; i++) {
    if (!lens_directive_is(source, i, "define")) continue;
    lens_word name = lens_macro_name(source, i);
    usage found = find_usage(source, it, name);
    int mixed = found.hidden >= 0 ? found.hidden : found.on_device >= 0 ? found.on_host : -1;
    if (mixed >= 0)
      lens_error_at(
          source, mixed,
          "'%.*s' depends on __CUDA_ARCH__ and is used on both sides, where the lens knows "
          "one meaning of it; test __CUDA_ARCH__ in the function that uses it",
          (int)(name.length < 100 ? name.length : 100), name.text);
    device = device || found.on_device >= 0;
  }
  return device;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void decide(lens_source *source, const chain *it, lens_edits *edits) {
  bool device = has_device_word(source, it);
  if (device || only_defines(source, it)) device = check_macros(source, it, device);
  if (device) take_device_branch(source, it, edits);
}

void lens_rewrite_file_conditions(lens_source *source, lens_edits *edits) {
  chain open[LENS_MAX_CONDITIONS];
  int depth = 0;
  for (int i = 0; i < source->num_tokens; i++) {
    bool mentions = lens_is_device_condition(source, i) && lens_function_brace(source, i) < 0;
    if (lens_directive_is(source, i, "if")) {
      if (depth < LENS_MAX_CONDITIONS) open[depth] = (chain){i, i, mentions};
      depth++;
    } else if (lens_directive_is(source, i, "elif") && depth > 0 && depth <= LENS_MAX_CONDITIONS) {
      open[depth - 1].mentions = open[depth - 1].mentions || mentions;
    } else if (lens_directive_is(source, i, "endif") && depth > 0) {
      if (--depth >= LENS_MAX_CONDITIONS || !open[depth].mentions) continue;
      open[depth].end = i;
      decide(source, &open[depth], edits);
    }
  }
}
