/** @file calls.h
 *  Finds wrong calls: of host functions in device code, of device functions in host code, of a
 *  kernel without <<<>>>, and <<<>>> on a function that is not a kernel.
 */
#ifndef LENS_TRANSLATE_CALLS_H
#define LENS_TRANSLATE_CALLS_H

#include "names.h"

/** Records in `source` the errors in `text`, which is the same program preprocessed. `own` says for
 *  each file of `text`, by number, whether it belongs to the program. Reports nothing about a name
 *  that may have another meaning. */
sl_status lens_calls_check(lens_source *source, const lens_source *text, const bool *own);

/** The data for the checks of a program. */
typedef struct lens_checker {
  lens_source *source;
  const lens_source *text;
  lens_names names;
} lens_checker;

typedef enum lens_context { LENS_NOWHERE, LENS_ON_HOST, LENS_ON_DEVICE, LENS_ON_BOTH } lens_context;

/** Where the innermost function, or lambda with its own specifier, around the token runs.
 *  LENS_NOWHERE for members of classes that are declared in functions. */
lens_context lens_calls_context(const lens_source *text, int token);

/** Whether nvcc certainly compiles this token, which is in a function, unchanged. */
bool lens_calls_counts(const lens_checker *check, int token);

/** Whether the token is, or may be, in a branch that depends on __CUDA_ARCH__. */
bool lens_calls_may_be_left_out(const lens_checker *check, int token);

/** Records what nvcc refuses at this token by other rules of CUDA (rules.c). */
void lens_calls_check_rules(const lens_checker *check, int token);
/** Records that a declaration at this token is one that CUDA does not accept (declared.c). */
void lens_calls_check_declared(const lens_checker *check, int token);

/** Records declarations of a function that lack the `__global__` of another declaration.
 */
void lens_calls_check_redeclared(lens_source *source, const lens_source *text, const bool *own);

/** Records an error at the token of `source` that corresponds to the token of `text`, or at its
 *  line if a macro hides it. */
void lens_calls_error(lens_source *source, const lens_source *text, int token, const char *format,
                      ...) SL_PRINTF(4, 5);

#endif
