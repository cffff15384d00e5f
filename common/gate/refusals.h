/** @file refusals.h
 *  Forbidden parts of a submission, with line and reason. They lead to the verdict *forbidden*, and
 *  are never an error of the kit.
 */
#ifndef SL_GATE_REFUSALS_H
#define SL_GATE_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_refusal {
  int line;         /**< counted from 1; 0: unknown */
  char what[96];    /**< the refused text, printable characters only */
  char reason[256]; /**< one sentence: why, and what to do instead */
} sl_refusal;

enum { SL_MOST_REFUSALS = 32 };

/** Begins empty: = {0}. */
typedef struct sl_refusals {
  sl_refusal all[SL_MOST_REFUSALS];
  size_t count;
  bool more; /**< there were more refusals than the list can hold */
} sl_refusals;

/** Adds a refusal, unless the list has the same one for this line. `what` may contain any bytes. */
void sl_refusal_add(sl_refusals *out, int line, const char *what, size_t length,
                    const char *reason);

/** Sorts the refusals by line. */
void sl_refusals_sort(sl_refusals *refusals);

#endif
