/** @file translate.h
 *  Rewrites a `.cu` file into C++ for the host compiler, line for line.
 *
 *  Works on tokens, not on a syntax tree: it changes the few constructs that C++ does not know
 *  (launches, `__shared__`, variables of the device) and leaves everything else, including
 *  comments, unchanged. What the lens cannot run is refused here, with its place and an
 *  alternative.
 */
#ifndef LENS_TRANSLATE_TRANSLATE_H
#define LENS_TRANSLATE_TRANSLATE_H

#include "base/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lens_translation {
  char *code;        /**< C++: `#line 1 "path"`, then as many lines as the input; or NULL */
  size_t code_bytes; /**< without the terminating zero */
  char *diagnostics; /**< "file:line:column: error: …\n" for each error; or NULL */
  int num_errors;
} lens_translation;

/** Translates the `bytes` of `text`, which messages and debug information call `path`; text after a
 *  line `# 3 "name"` gets that name and line. Errors: SL_ERR_INPUT if the file has errors:
 *  `out->diagnostics` lists them and `out->code` is NULL; SL_ERR_SIZE beyond 256 MiB;
 *  SL_ERR_MEMORY. Free `out` in either case. */
sl_status lens_translate(const char *path, const char *text, size_t bytes, lens_translation *out);

/** Like lens_translate, but also refuses what nvcc refuses and C++ allows, if `preprocessed`, the
 *  output of `cc -E` for the file, shows it: see check.h. */
sl_status lens_translate_checked(const char *path, const char *text, size_t bytes,
                                 const char *preprocessed, size_t preprocessed_bytes,
                                 lens_translation *out);

/** Frees a result of lens_translate and empties it. Accepts NULL. */
void lens_translate_free(lens_translation *translation);

#ifdef __cplusplus
}
#endif
#endif
