/* both_sides.c: macros that depend on __CUDA_ARCH__ and are used on both sides.
 *
 * Such macros have the host's meaning except in functions of the device: at the start of the body
 * of such a function they are defined again for the device, and at its end for the host. */
#include "architecture.h"
#include "macros.h"
#include "syntax.h"

enum { MOST_NAMES = 64 };

typedef struct both_sides_names {
  lens_word list[MOST_NAMES];
  int count;
} both_sides_names;

static bool is_named(const lens_source *source, int token, const both_sides_names *known) {
  for (int i = 0; i < known->count; i++) {
    if (lens_architecture_uses_macro(source, token, known->list[i])) return true;
  }
  return false;
}

static bool add_name(both_sides_names *known, lens_word name) {
  if (known->count < MOST_NAMES) known->list[known->count++] = name;
  return known->count < MOST_NAMES;
}

/* Finds the macros that the chain defines, and the macros that use those. False if there are too
 * many. */
static bool find_names(const lens_source *source, const lens_chain *it, both_sides_names *out) {
  out->count = 0;
  for (int i = it->start; i < it->end; i++) {
    if (lens_macro_is_define(source, i) && !add_name(out, lens_macro_name(source, i))) return false;
  }
  for (int before = -1; before != out->count;) {
    before = out->count;
    for (int i = it->end; i < source->num_tokens; i++) {
      int define = is_named(source, i, out) ? lens_macro_around(source, i) : -1;
      if (define < 0) continue;
      lens_word name = lens_macro_name(source, define);
      bool known = false;
      for (int k = 0; k < out->count; k++)
        known = known || lens_macro_same_word(out->list[k], name);
      if (!known && !add_name(out, name)) return false;
    }
  }
  return true;
}

static void add_chain(const lens_source *source, const lens_chain *it, bool device,
                      lens_text *out) {
  size_t copied = source->tokens[it->start].start;
  const lens_token *last = &source->tokens[it->end];
  for (int i = it->start; i <= it->end && device; i++) {
    if (!lens_architecture_is_own_condition(source, it, i)) continue;
    const lens_token *t = &source->tokens[i];
    lens_text_add(out, source->text + copied, t->start - copied);
    lens_architecture_write_condition(source->text + t->start, source->text + t->end, out);
    copied = t->end;
  }
  lens_text_add(out, source->text + copied, last->end - copied);
}

/* Adds separate lines at `token` that give the macros the meaning of one side. */
static void add_definitions(const lens_source *source, const lens_chain *it, bool device, int token,
                            lens_text *out) {
  lens_text_printf(out, "\n#ifdef lens_sides_%d\n", it->start);
  for (int i = it->start; i < it->end; i++) {
    if (!lens_macro_is_define(source, i)) continue;
    lens_word name = lens_macro_name(source, i);
    lens_text_add_string(out, "#undef ");
    lens_text_add(out, name.text, name.length);
    lens_text_add(out, "\n", 1);
  }
  add_chain(source, it, device, out);
  lens_text_add_string(out, "\n#endif");
  lens_architecture_add_line_marker(source, token, out);
}

static void wrap_body(const lens_source *source, const lens_chain *it, int brace,
                      lens_edits *edits) {
  lens_text device = {0}, host = {0};
  int end = source->tokens[brace].match;
  add_definitions(source, it, true, brace, &device);
  add_definitions(source, it, false, end, &host);
  if (device.status == SL_OK && host.status == SL_OK) {
    lens_edit_lines_after(edits, brace, device.data);
    lens_edit_lines_before(edits, end, host.data);
  } else {
    edits->status = SL_ERR_MEMORY;
  }
  lens_text_free(&device);
  lens_text_free(&host);
}

/* The outermost function of the device around the token, or −1. */
static int device_brace(const lens_source *source, int token) {
  int found = -1;
  for (int i = source->tokens[token].parent; i >= 0; i = source->tokens[i].parent) {
    if (!lens_source_is(source, i, "{")) continue;
    lens_brace brace = lens_syntax_read_brace(source, i);
    if (brace.kind == LENS_BRACE_FUNCTION && brace.device) found = i;
  }
  return found;
}

/* Whether the function is inside of a macro, where lines cannot be added. */
static bool in_macro(const lens_source *source, const lens_chain *it,
                     const both_sides_names *known) {
  for (int i = it->end; i < source->num_tokens; i++) {
    if (source->tokens[i].macro && is_named(source, i, known) && device_brace(source, i) >= 0)
      return true;
  }
  return false;
}

bool lens_architecture_define_for_both(const lens_source *source, const lens_chain *it,
                                       unsigned char *doubled, lens_edits *edits) {
  both_sides_names known;
  if (!find_names(source, it, &known) || in_macro(source, it, &known)) return false;
  lens_text mark = {0};
  lens_text_printf(&mark, "\n#define lens_sides_%d", it->start);
  lens_architecture_add_line_marker(source, it->end, &mark);
  lens_edit_take(edits, lens_edit_lines_after, it->end, &mark);
  for (int i = it->end + 1; i < source->num_tokens; i++) {
    if (source->tokens[i].macro || !is_named(source, i, &known)) continue;
    int brace = device_brace(source, i);
    if (brace < 0 || source->tokens[brace].match < 0) continue;
    wrap_body(source, it, brace, edits);
    if (lens_syntax_read_brace(source, brace).host) doubled[brace] = LENS_TO_BE_DOUBLED;
    i = source->tokens[brace].match;
  }
  return true;
}
