/* registers.c: rewrites inline PTX that reads a special register, and calls of the C library's
 * functions that differ on the device: clock, malloc, free.
 *
 * asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane)); becomes (lane) =
 * lens_shim::register_laneid(); */
#include "rewrite.h"
#include "syntax.h"

#include <string.h>

static const char *const registers[] = {
    "laneid",      "warpid",         "smid",        "nsmid",       "clock",
    "clock64",     "globaltimer_lo", "globaltimer", "lanemask_eq", "lanemask_lt",
    "lanemask_le", "lanemask_gt",    "lanemask_ge", NULL};

/* The parts of an `asm` statement that reads a register, as token numbers. */
typedef struct registers_reading {
  int first, end; /* `asm`, and the closing parenthesis */
  int open;       /* the bracket of the assigned variable */
  const char *name;
} registers_reading;

/* Skips blanks, including line ends written in a string. */
static const char *skip_blanks(const char *text) {
  for (;;) {
    if (*text == ' ' || *text == '\t')
      text++;
    else if (strncmp(text, "\\n", 2) == 0 || strncmp(text, "\\t", 2) == 0)
      text += 2;
    else
      return text;
  }
}

/* The register of "mov.u32 %0, %%laneid;", or NULL. */
static const char *register_of(const lens_source *source, int token) {
  static const char *const moves[] = {"mov.u32", "mov.u64", "mov.s32", "mov.s64", "mov.b32", NULL};
  const lens_token *t = &source->tokens[token];
  if (t->kind != LENS_STRING || *t->text != '"') return NULL;
  const char *text = skip_blanks(t->text + 1);
  for (int i = 0; moves[i]; i++) {
    if (strncmp(text, moves[i], 7) != 0) continue;
    text = skip_blanks(text + 7);
    if (strncmp(text, "%0", 2) != 0) return NULL;
    text = skip_blanks(text + 2);
    if (*text != ',') return NULL;
    text = skip_blanks(text + 1);
    if (*text++ != '%') return NULL;
    if (*text == '%') text++;
    for (int k = 0; registers[k]; k++) {
      size_t length = strlen(registers[k]);
      if (strncmp(text, registers[k], length) != 0) continue;
      const char *end = skip_blanks(text + length);
      if (*end == ';' || *end == '"') return registers[k];
    }
    return NULL;
  }
  return NULL;
}

static bool read_statement(const lens_source *source, int token, registers_reading *out) {
  static const char *const qualifiers[] = {"volatile", "__volatile__", NULL};
  int i = token + 1;
  if (lens_source_is_one_of(source, i, qualifiers)) i++;
  if (!lens_source_is(source, i, "(") || source->tokens[i].match < 0) return false;
  *out = (registers_reading){token, source->tokens[i].match, i + 4, register_of(source, i + 1)};
  return out->name && lens_source_is(source, i + 2, ":") &&
         source->tokens[i + 3].kind == LENS_STRING && lens_source_is(source, out->open, "(") &&
         source->tokens[out->open].match > out->open;
}

bool lens_rewrite_reads_register(const lens_source *source, int token) {
  registers_reading unused;
  return read_statement(source, token, &unused);
}

static void rewrite_statement(const registers_reading *it, lens_edits *edits) {
  lens_text text = {0};
  int close = edits->source->tokens[it->open].match;
  lens_edit_remove(edits, it->first, it->open);
  lens_text_printf(&text, " = lens_shim::register_%s()", it->name);
  lens_edit_take(edits, lens_edit_after, close, &text);
  lens_edit_remove(edits, close + 1, it->end + 1);
}

/* The replacement of a C library function in device code, and in code for both sides. */
typedef struct registers_substitute {
  const char *name, *on_device, *on_both;
} registers_substitute;

static const registers_substitute substitutes[] = {
    {"clock", "lens_shim::clock", "lens_shim::any_clock"},
    {"malloc", "lens_heap_malloc", "lens_shim::any_malloc"},
    {"free", "lens_heap_free", "lens_shim::any_free"},
};

static void rewrite_call(const lens_source *source, int token, lens_edits *edits) {
  static const char *const joints[] = {".", "->", "::", NULL};
  if (!lens_source_is(source, token + 1, "(") || lens_source_is_one_of(source, token - 1, joints))
    return;
  for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++) {
    if (!lens_source_is(source, token, substitutes[i].name)) continue;
    int brace = lens_syntax_function_brace(source, token);
    if (brace < 0) return;
    lens_brace function = lens_syntax_read_brace(source, brace);
    if (function.device)
      lens_edit_replace(edits, token,
                        function.host ? substitutes[i].on_both : substitutes[i].on_device);
  }
}

void lens_rewrite_registers(const lens_source *source, lens_edits *edits) {
  static const char *const words[] = {"asm", "__asm", "__asm__", NULL};
  registers_reading found;
  for (int i = 0; i < source->num_tokens; i++) {
    if (lens_source_is_identifier(source, i)) rewrite_call(source, i, edits);
    if (lens_source_is_one_of(source, i, words) && read_statement(source, i, &found))
      rewrite_statement(&found, edits);
  }
}
