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
  SL_REMARK_MISSING, /**< of the linker: `text` is the name of what is nowhere defined */
  SL_REMARK_TWICE    /**< of the linker: the name of what is defined twice */
} sl_remark_kind;

typedef struct sl_remark {
  sl_remark_kind kind;
  const char *file; /**< as the compiler calls it; NULL: none */
  int line;         /**< in that file; 0: none */
  int own_line;     /**< the line of the student's file to which the remark leads; 0: none */
  int column;       /**< nvcc's mark, counted from 0; −1: none. Those of the others are columns of
                         what the lens has made of the file */
  char text[1024]; /**< plain: all quotes are ', "{aka …}", "[-Woption]" and the lens's namespaces
                        are left out, and types of pointers are written as "int *" */
} sl_remark;

typedef struct sl_remarks {
  char *copy; /**< the log; names of files point into it */
  sl_remark *all;
  size_t count;
} sl_remarks;

/** Reads a log. `source` is the student's file as the compiler was given it. Free in any event.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_remarks_read(const char *log, const char *source, sl_remarks *out);

void sl_remarks_free(sl_remarks *remarks);

#endif
