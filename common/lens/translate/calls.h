/** @file calls.h
 *  Calls of functions that run elsewhere: of the host from the device, of the device from the host,
 *  of a kernel without <<<>>>, and <<<>>> of what is no kernel.
 */
#ifndef LENS_TRANSLATE_CALLS_H
#define LENS_TRANSLATE_CALLS_H

#include "source.h"

/** Notes in `source` what is wrong in `text`, the same program preprocessed. `own`: by number,
 * which of its files are the program's. Says nothing where a name may have another meaning. */
sl_status lens_check_calls(lens_source *source, const lens_source *text, const bool *own);

/** Notes where a function is declared without the `__global__` of another declaration of the same.
 */
void lens_check_redeclared(lens_source *source, const lens_source *text, const bool *own);

/** Notes an error where `source` has the token of `text`; where a macro hides it, at its line. */
void lens_error_like(lens_source *source, const lens_source *text, int token, const char *format,
                     ...) SL_PRINTF(4, 5);

#endif
