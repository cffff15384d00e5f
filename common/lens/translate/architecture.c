/* architecture.c: __CUDA_ARCH__, which nvcc defines in its pass for the device and not in the one
 * for the host. The lens has one pass for both: where code runs on the device only, the number is
 * written out; elsewhere the name stays undefined. */
#include "passes.h"
#include "syntax.h"

#include <string.h>

#define WORD   "__CUDA_ARCH__"
#define NUMBER "900" /* compute capability 9.0, as cudaGetDeviceProperties says */

static bool starts_with(const char *text, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - text) >= length && memcmp(text, word, length) == 0;
}

static const char *skip_blanks(const char *text, const char *end) {
  while (text < end && (*text == ' ' || *text == '\t')) text++;
  return text;
}

/* Behind `defined(__CUDA_ARCH__)` or the form without brackets; `text` itself when it is neither.
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

static void write_condition(const char *text, const char *end, lens_text *out) {
  const char *constant = constant_condition(text, end);
  if (constant) {
    lens_text_add_string(out, constant);
    return;
  }
  while (text < end) {
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

/* A condition over several lines stays as it is: an edit has one line. */
static bool is_condition(const lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  const char *text = source->text + t->start, *end = text + t->length;
  if (t->kind != LENS_DIRECTIVE || memchr(text, '\n', t->length)) return false;
  const char *name = skip_blanks(text + 1, end);
  return starts_with(name, end, "if") || starts_with(name, end, "elif");
}

static void rewrite_condition(const lens_source *source, int token, lens_edits *edits) {
  const char *text = source->text + source->tokens[token].start;
  lens_text out = {0};
  write_condition(text, text + source->tokens[token].length, &out);
  if (out.status == SL_OK)
    lens_edit_replace(edits, token, out.data);
  else
    edits->status = out.status;
  lens_text_free(&out);
}

void lens_rewrite_architecture(const lens_source *source, lens_edits *edits) {
  for (int i = 0; i < source->num_tokens; i++) {
    bool condition = is_condition(source, i), word = lens_is(source, i, WORD);
    if (!condition && !word) continue;
    if (!lens_in_function(source, i) || lens_space_of(source, i) != LENS_CODE_DEVICE) continue;
    if (condition)
      rewrite_condition(source, i, edits);
    else
      lens_edit_replace(edits, i, NUMBER);
  }
}
