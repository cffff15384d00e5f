/* architecture.c: handles __CUDA_ARCH__, which nvcc defines in its pass for the device but not in
 * its pass for the host. The lens has one pass for both.
 *
 * In code that only runs on the device, __CUDA_ARCH__ is replaced by a number. A function for both
 * sides that tests __CUDA_ARCH__ gets two bodies, and chooses one at run time. Outside of
 * functions, the device's branch is taken if any branch contains device code, otherwise the host's
 * branch. Macros that depend on __CUDA_ARCH__ and are used on both sides are defined again in each
 * body that runs on the device (both_sides.c); if that is not possible, they are refused. */
#include "architecture.h"

#include "rewrite.h"
#include "syntax.h"

#include "base/memory.h"
#include "source/tokens.h"

#include <string.h>

#define WORD   "__CUDA_ARCH__"
#define NUMBER "900" /* compute capability 9.0, as in cudaGetDeviceProperties */

static bool starts_with(const char *text, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - text) >= length && memcmp(text, word, length) == 0;
}

static const char *skip_blanks(const char *text, const char *end) {
  while (text < end && (*text == ' ' || *text == '\t')) text++;
  return text;
}

/* The place after `defined(__CUDA_ARCH__)`, with or without brackets; `text` itself if there is
 * none.
 */
static const char *skip_defined(const char *text, const char *end) {
  if (!starts_with(text, end, "defined")) return text;
  const char *at = skip_blanks(text + strlen("defined"), end);
  bool bracket = at < end && *at == '(';
  if (bracket) at = skip_blanks(at + 1, end);
  if (!starts_with(at, end, WORD)) return text;
  at += strlen(WORD);
  if (!bracket) return at;
  at = skip_blanks(at, end);
  return at < end && *at == ')' ? at + 1 : text;
}

/* `#ifdef __CUDA_ARCH__` and `#ifndef …` become `#if 1` and `#if 0`. */
static const char *constant_condition(const char *text, const char *end) {
  const char *at = skip_blanks(text + 1, end);
  bool negated = starts_with(at, end, "ifndef");
  if (!negated && !starts_with(at, end, "ifdef")) return NULL;
  at = skip_blanks(at + strlen(negated ? "ifndef" : "ifdef"), end);
  return !starts_with(at, end, WORD) ? NULL : negated ? "#if 0" : "#if 1";
}

void lens_architecture_write_condition(const char *text, const char *end, lens_text *out) {
  const char *constant = constant_condition(text, end);
  if (constant) {
    lens_text_add_string(out, constant);
    return;
  }
  while (text < end) {
    if (*text == '\\' || *text == '\r' || *text == '\n') { /* continues on the next line */
      text++;
      continue;
    }
    const char *behind = skip_defined(text, end);
    if (behind > text) {
      lens_text_add_string(out, "1");
      text = behind;
    } else if (starts_with(text, end, WORD)) {
      lens_text_add_string(out, NUMBER);
      text += strlen(WORD);
    } else {
      lens_text_add(out, text++, 1);
    }
  }
}

bool lens_architecture_mentions(const lens_source *source, int directive, const char *word,
                                size_t length) {
  const lens_token *t = &source->tokens[directive];
  const char *text = t->text;
  for (size_t i = 1; i + length <= t->length; i++) {
    if (memcmp(text + i, word, length) == 0 && !sl_token_in_word(text[i - 1]) &&
        (i + length == t->length || !sl_token_in_word(text[i + length])))
      return true;
  }
  return false;
}

bool lens_architecture_is_condition(const lens_source *source, int token) {
  return (lens_source_is_directive(source, token, "if") ||
          lens_source_is_directive(source, token, "elif")) &&
         lens_architecture_mentions(source, token, WORD, strlen(WORD));
}

void lens_architecture_rewrite_condition(const lens_source *source, int token, lens_edits *edits) {
  const lens_token *t = &source->tokens[token];
  lens_text out = {0};
  lens_architecture_write_condition(source->text + t->start, source->text + t->end, &out);
  lens_edit_take(edits, lens_edit_replace, token, &out);
}

void lens_architecture_add_line_marker(const lens_source *source, int token, lens_text *out) {
  const lens_token *t = &source->tokens[token];
  const char *name = lens_source_file_name(source, t->file);
  lens_text_printf(out, "\n# %d \"", t->line);
  lens_text_add_quoted(out, name, strlen(name));
  lens_text_add_string(out, "\"\n");
}

/* After the body for the device, adds the unchanged text for the host. */
static void double_body(const lens_source *source, int brace, lens_edits *edits) {
  int end = source->tokens[brace].match;
  if (end < 0) return;
  size_t from = source->tokens[brace].start + 1, to = source->tokens[end].start;
  lens_text host = {0};
  lens_text_add_string(&host, "} else {");
  lens_architecture_add_line_marker(source, brace, &host);
  lens_text_add(&host, source->text + from, to - from);
  lens_text_add_string(&host, "}");
  lens_edit_after(edits, brace, " if (lens_shim::on_device()) {");
  lens_edit_take(edits, lens_edit_lines_before, end, &host);
}

static void rewrite_functions(const lens_source *source, unsigned char *doubled,
                              lens_edits *edits) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (doubled[i] == LENS_TO_BE_DOUBLED) {
      double_body(source, i, edits);
      doubled[i] = LENS_DOUBLED;
    }
    bool condition = lens_architecture_is_condition(source, i);
    if (!condition && !lens_source_is(source, i, WORD)) continue;
    int brace = lens_syntax_function_brace(source, i);
    if (brace < 0) continue;
    lens_brace function = lens_syntax_read_brace(source, brace);
    if (!function.device) continue;
    if (function.host && doubled[brace] != LENS_DOUBLED) double_body(source, brace, edits);
    doubled[brace] = LENS_DOUBLED;
    if (condition)
      lens_architecture_rewrite_condition(source, i, edits);
    else
      lens_edit_replace(edits, i, NUMBER);
  }
}

void lens_rewrite_architecture(lens_source *source, lens_edits *edits) {
  unsigned char *doubled;
  sl_status status = sl_alloc((size_t)source->num_tokens + 1, 1, "tokens", &doubled);
  if (status != SL_OK) {
    edits->status = status;
    return;
  }
  lens_architecture_rewrite_file(source, doubled, edits);
  rewrite_functions(source, doubled, edits);
  sl_free(doubled);
}
