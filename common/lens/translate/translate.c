/* translate.c: runs the passes one after another. */
#include "translate.h"

#include "check.h"
#include "macros.h"
#include "rewrite.h"

#include "base/memory.h"

#include <string.h>

static bool is_unroll(const lens_source *source, int token) {
  const char *pragma = lens_source_after_directive(source, token, "pragma");
  return pragma && (strncmp(pragma, "unroll", 6) == 0 || strncmp(pragma, "nounroll", 8) == 0);
}

void lens_rewrite_words(const lens_source *source, lens_edits *edits) {
  static const char *const in_attribute[] = {"(", ",", "::", NULL};
  for (int i = 0; i < source->num_tokens; i++) {
    if (is_unroll(source, i)) lens_edit_replace(edits, i, "");
    if (lens_source_is(source, i, "__noinline__") &&
        !lens_source_is_one_of(source, i - 1, in_attribute))
      lens_edit_replace(edits, i, "__attribute__((noinline))");
  }
}

typedef struct input {
  const char *text;
  size_t bytes;
} input;

/* Runs all passes. They add errors to `source` and changes to `edits`. */
static sl_status run_passes(lens_source *source, const input *preprocessed, lens_kernels *kernels,
                            lens_edits *edits) {
  SL_TRY(lens_lex(source));
  lens_refuse_headers(source);
  if (source->num_errors > 0) return SL_OK; /* the consequences of these errors would mislead */
  if (preprocessed->text) SL_TRY(lens_check(source, preprocessed->text, preprocessed->bytes));
  if (source->num_errors > 0) return SL_OK;
  SL_TRY(lens_source_pair_brackets(source));
  SL_TRY(lens_kernels_find(source, kernels));
  lens_refuse(source);
  lens_rewrite_words(source, edits);
  lens_rewrite_architecture(source, edits);
  lens_rewrite_registers(source, edits);
  lens_rewrite_own_names(source, edits);
  lens_rewrite_shared(source, edits);
  lens_rewrite_unset(source, edits);
  lens_rewrite_unread(source, edits);
  lens_rewrite_launches(source, kernels, edits);
  lens_rewrite_symbols(source, edits);
  lens_rewrite_structures(source, edits);
  lens_rewrite_kernels(source, kernels, edits);
  return edits->status;
}

static sl_status render(const lens_source *source, lens_edits *edits, lens_translation *out) {
  lens_text code = {0};
  if (lens_rewrite_writes_filling(source))
    lens_text_add_string(&code, "__attribute__((unused)) static const int lens_own_filling = "
                                "lens_unset_is_own();\n");
  lens_text_add_string(&code, "#line 1 \"");
  lens_text_add_quoted(&code, source->path, strlen(source->path));
  lens_text_add_string(&code, "\"\n");
  sl_status status = lens_edits_apply(edits, &code);
  if (status != SL_OK) {
    lens_text_free(&code);
    return status;
  }
  out->code = code.data;
  out->code_bytes = code.length;
  return SL_OK;
}

static sl_status report(lens_source *source, lens_translation *out) {
  lens_text list = {0};
  lens_source_list_errors(source, &list);
  if (list.status != SL_OK) {
    sl_status status = list.status;
    lens_text_free(&list);
    return status;
  }
  out->num_errors = source->num_errors;
  out->diagnostics = list.data;
  return sl_fail(SL_ERR_INPUT, "%s: %d error%s", source->path, out->num_errors,
                 out->num_errors == 1 ? "" : "s");
}

sl_status lens_translate_checked(const char *path, const char *text, size_t bytes,
                                 const char *preprocessed, size_t preprocessed_bytes,
                                 lens_translation *out) {
  *out = (lens_translation){0};
  char *copy; /* zero-terminated, so that words can be compared without lengths */
  SL_TRY(sl_alloc(bytes + 1, 1, "source", &copy));
  if (bytes > 0) memcpy(copy, text, bytes);
  sl_status status = lens_macros_write_out(path, &copy, &bytes);
  lens_source source = {.path = path, .text = copy, .bytes = bytes};
  input checked = {preprocessed, preprocessed_bytes};
  lens_kernels kernels = {0};
  lens_edits edits = {.source = &source};
  if (status == SL_OK) status = run_passes(&source, &checked, &kernels, &edits);
  if (status == SL_OK)
    status = source.num_errors > 0 ? report(&source, out) : render(&source, &edits, out);
  lens_edits_free(&edits);
  lens_kernels_free(&kernels);
  lens_source_free(&source);
  sl_free(copy);
  return status;
}

sl_status lens_translate(const char *path, const char *text, size_t bytes, lens_translation *out) {
  return lens_translate_checked(path, text, bytes, NULL, 0, out);
}

void lens_translate_free(lens_translation *translation) {
  if (!translation) return;
  sl_free(translation->code);
  sl_free(translation->diagnostics);
  *translation = (lens_translation){0};
}
