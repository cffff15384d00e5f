/** @file errors.h
 *  What is wrong with a student's file that does not compile, in its own lines and words.
 *
 *  A compiler speaks of what it has made of the file, and each in its own way. Here its log is
 * read, the commonest errors are explained, and the others are shown without what is the kit's. An
 *  explanation is given only where it is sure.
 */
#ifndef SL_ERRORS_ERRORS_H
#define SL_ERRORS_ERRORS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct sl_error {
  bool warning;
  bool syntax;      /**< what follows in the same function may come from it */
  bool whole;       /**< … or in the whole file */
  int line;         /**< of the student's file; 0: not known, or `file` */
  char file[128];   /**< another file of theirs, with the line: "helpers.h:3"; "": none */
  char what[512];   /**< one sentence, without a capital letter or a full stop */
  char advice[640]; /**< what to do, in sentences; "": nothing is known */
  char mark[64];    /**< the word of the line that is meant; "": none */
} sl_error;

enum { SL_MOST_ERRORS = 3 };

/** The first errors in the order of the compiler, or where there is none, warnings. */
typedef struct sl_errors {
  sl_error all[SL_MOST_ERRORS];
  size_t count;
  size_t more; /**< errors that are not among them */
} sl_errors;

/** Reads the compiler's `log`. `source` is the path that the compiler was given, `contract` that of
 *  the header that declares what the file must define; NULL: it is a program of its own. Files that
 *  cannot be read are no error: less is then explained. Errors: SL_ERR_MEMORY. */
sl_status sl_errors_read(const char *log, const char *source, const char *contract, sl_errors *out);

/** Prints them: the place, what is wrong, the line, what to do. `shown` is the path of the source
 * as the person would type it, `source` where it can be read. */
void sl_errors_print(FILE *stream, const sl_errors *errors, const char *source, const char *shown);

/** What is printed, as a text; free it with sl_free. Errors: SL_ERR_MEMORY. */
sl_status sl_errors_text(const sl_errors *errors, const char *source, const char *shown,
                         char **out);

#endif
