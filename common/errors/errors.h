/** @file errors.h
 *  Explains why a student's file does not compile, in terms of that file.
 *
 *  A compiler's messages refer to the translated file, and every compiler words them differently.
 *  This room reads the log, explains the most common errors, and shows the others without the kit's
 *  own parts. It explains an error only if it is certain of the cause.
 */
#ifndef SL_ERRORS_ERRORS_H
#define SL_ERRORS_ERRORS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct sl_error {
  bool warning;
  bool syntax;      /**< later errors in the same function may be consequences of this one */
  bool whole;       /**< later errors in the whole file may be consequences of this one */
  int line;         /**< line of the student's file; 0: unknown, or the error is in `file` */
  char file[128];   /**< another file of the student, with the line: "helpers.h:3"; "": none */
  char what[512];   /**< one sentence, without a capital letter or a full stop */
  char advice[640]; /**< what to do, in sentences; "": unknown */
  char mark[64];    /**< the word in the line to mark; "": none */
} sl_error;

enum { SL_MOST_ERRORS = 3 };

/** The first errors in the compiler's order, or warnings if there is no error. */
typedef struct sl_errors {
  sl_error all[SL_MOST_ERRORS];
  size_t count;
  size_t more; /**< number of errors that are not in `all` */
} sl_errors;

/** Reads the compiler's `log`. `source` is the path that the compiler was given. `contract` is the
 *  path of the header that declares what the file must define; NULL for a standalone program.
 *  Unreadable files are not an error, but make fewer explanations possible. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_errors_read(const char *log, const char *source, const char *contract, sl_errors *out);

/** Prints the errors: for each the place, what is wrong, the line, and what to do. `shown` is the
 *  source's path as a person would type it, `source` a path that can be opened. */
void sl_errors_print(FILE *stream, const sl_errors *errors, const char *source, const char *shown);

/** Returns what sl_errors_print prints as a text; free it with sl_free. Errors: SL_ERR_MEMORY. */
sl_status sl_errors_text(const sl_errors *errors, const char *source, const char *shown,
                         char **out);

#endif
