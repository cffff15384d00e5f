/** @file attention.h
 *  What a person should check before marks count: submissions without a score, and every submitted
 *  file that was not used. Made from the records, and from the list of files without a student.
 */
#ifndef SL_GRADE_ATTENTION_H
#define SL_GRADE_ATTENTION_H

#include "grade/outputs.h"

#include <stdio.h>

typedef enum sl_attention_kind {
  SL_ATTENTION_SUBMISSION, /**< no points are decided yet, or the file was refused without being
                            *  judged */
  SL_ATTENTION_FILE,       /**< a file that may contain a student's work */
  SL_ATTENTION_STRAY,      /**< a file that belongs to no submission */
  SL_ATTENTION_OTHER       /**< a file that is not a source */
} sl_attention_kind;

typedef struct sl_attention_row {
  sl_attention_kind kind;
  const sl_record *record; /**< NULL for a stray */
  const char *file;        /**< "" unknown */
  const char *why;
} sl_attention_row;

typedef struct sl_attention {
  sl_attention_row *rows; /**< sorted by kind, student and lab */
  size_t count;
  size_t counts[SL_ATTENTION_OTHER + 1]; /**< number of rows of each kind */
  size_t proposals;                      /**< submissions for which a file is proposed */
} sl_attention;

/** Makes the list. It borrows from records and outputs. Free it in either case. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_attention_make(const sl_records *records, const sl_outputs *outputs,
                            sl_attention *out);
void sl_attention_free(sl_attention *attention);

/** Prints the list in one line: "Needs attention: ann: ELL.cu; bob: bob.rar; and 12 other files …".
 *  Prints nothing if the list is empty. */
void sl_attention_put_line(FILE *file, const sl_attention *attention);

#endif
