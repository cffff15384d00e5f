/** @file calls.h
 *  Calls of functions that run elsewhere: of the host from the device, of the device from the host,
 *  of a kernel without <<<>>>, and <<<>>> of what is no kernel.
 */
#ifndef LENS_TRANSLATE_CALLS_H
#define LENS_TRANSLATE_CALLS_H

#include "names.h"

/** Notes in `source` what is wrong in `text`, the same program preprocessed. `own`: by number,
 * which of its files are the program's. Says nothing where a name may have another meaning. */
sl_status lens_calls_check(lens_source *source, const lens_source *text, const bool *own);

/** What the checks of a program look at. */
typedef struct lens_checker {
  lens_source *source;
  const lens_source *text;
  lens_names names;
} lens_checker;

typedef enum lens_context { LENS_NOWHERE, LENS_ON_HOST, LENS_ON_DEVICE, LENS_ON_BOTH } lens_context;

/** The space of the innermost function, or lambda with a word of its own, around the token. Members
 *  of classes that are declared within functions are left out: LENS_NOWHERE. */
lens_context lens_calls_context(const lens_source *text, int token);

/** nvcc looks at this token, which is in a function, and takes it as it stands. */
bool lens_calls_counts(const lens_checker *check, int token);

/** The token is, or may be, in a branch that depends on __CUDA_ARCH__. */
bool lens_calls_may_be_left_out(const lens_checker *check, int token);

/** Notes what nvcc refuses at this token by rules of CUDA's own, other than calls (rules.c). */
void lens_calls_check_rules(const lens_checker *check, int token);
/** The same for declarations that CUDA does not take. */
void lens_calls_check_declared(const lens_checker *check, int token);

/** Notes where a function is declared without the `__global__` of another declaration of the same.
 */
void lens_calls_check_redeclared(lens_source *source, const lens_source *text, const bool *own);

/** Notes an error where `source` has the token of `text`; where a macro hides it, at its line. */
void lens_calls_error(lens_source *source, const lens_source *text, int token, const char *format,
                      ...) SL_PRINTF(4, 5);

#endif
