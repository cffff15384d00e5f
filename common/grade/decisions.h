/** @file decisions.h
 *  Decisions of people about marks: overrides, extensions and comments. They are in one text file
 *  beside the records, which an instructor edits, and are applied whenever outputs are made.
 *  docs/marks.md describes the file.
 */
#ifndef SL_GRADE_DECISIONS_H
#define SL_GRADE_DECISIONS_H

#include "grade/record.h"
#include "grade/rubric.h"

#include <time.h>

#define SL_DECISIONS_FILE "decisions.txt"

typedef enum sl_decision_kind {
  SL_DECISION_POINTS,
  SL_DECISION_EXTEND,
  SL_DECISION_COMMENT,
  SL_NUM_DECISION_KINDS
} sl_decision_kind;

/** Returns "points", "extend" or "comment": the first word of a line of this kind. */
const char *sl_decisions_kind_name(sl_decision_kind kind);

typedef struct sl_decision {
  sl_decision_kind kind;
  char *student;
  const char *lab; /**< "02-ell" */
  char *item;      /**< the id of an item; "": the whole lab */
  double points;
  time_t until; /**< new deadline of an extension */
  char *who, *when, *text;
  int line;
} sl_decision;

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_decisions {
  char path[4096];
  sl_decision *all;
  size_t count;
} sl_decisions;

/** Reads a file. With `may_be_missing`, a missing file means no decisions. Errors: SL_ERR_INPUT,
 *  naming file, line and what to write; SL_ERR_MEMORY. */
sl_status sl_decisions_read(const char *path, bool may_be_missing, sl_decisions *out);
void sl_decisions_free(sl_decisions *decisions);

/** Applies decisions to records that were just read. `rubrics`: one for each lab of `sl_labs`.
 *  Lines about labs without records are ignored. Errors: SL_ERR_INPUT, naming file and line, for an
 *  unknown student or item, or an impossible number of points; SL_ERR_MEMORY. */
sl_status sl_decisions_apply(const sl_decisions *decisions, const sl_rubric *rubrics, time_t now,
                             sl_records *records);

/** Names on stderr the lines that are not applied yet: the lab may be graded later, or the line may
 *  name the wrong lab. */
sl_status sl_decisions_name_waiting(const sl_decisions *decisions, sl_records *records);

#endif
