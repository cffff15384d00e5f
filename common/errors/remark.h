/** @file remark.h
 *  What a compiler or a linker said, remark by remark: gcc, clang, nvcc, the lens's translator,
 *  ld and lld.
 */
#ifndef SL_ERRORS_REMARK_H
#define SL_ERRORS_REMARK_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum sl_remark_kind {
  SL_REMARK_ERROR,
  SL_REMARK_WARNING,
  SL_REMARK_NOTE,
  SL_REMARK_MISSING, /**< from the linker: `text` is a name that is not defined */
  SL_REMARK_TWICE    /**< from the linker: `text` is a name that is defined twice */
} sl_remark_kind;

typedef struct sl_remark {
  sl_remark_kind kind;
  const char *file; /**< name of the file as the compiler gives it; NULL: none */
  int line;         /**< line in that file; 0: none */
  int own_line;     /**< the line of the student's file to which the remark leads; 0: none */
  int column; /**< column of nvcc's mark, from 0; −1: none. The other compilers' columns refer
                   to the translated file */
  char text[1024]; /**< simplified: all quotes are '; without "{aka …}", "[-Woption]" and the lens's
                        namespaces; pointer types as "int *" */
} sl_remark;

typedef struct sl_remarks {
  char *copy; /**< the log; names of files point into it */
  sl_remark *all;
  size_t count;
} sl_remarks;

/** Reads a log. `source` is the student's file, by the path that the compiler was given. Free
 *  `*out` in either case. Errors: SL_ERR_MEMORY. */
sl_status sl_remarks_read(const char *log, const char *source, sl_remarks *out);

void sl_remarks_free(sl_remarks *remarks);

#endif
