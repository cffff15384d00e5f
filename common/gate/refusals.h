/** @file refusals.h
 *  What may not be in a submission, with its line and the reason. It is a verdict, *forbidden*, and
 *  never an error of the kit.
 */
#ifndef SL_GATE_REFUSALS_H
#define SL_GATE_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_refusal {
  int line;         /**< counted from 1; 0: not known */
  char what[96];    /**< what stands there: printable characters alone */
  char reason[256]; /**< one sentence: why, and what to do instead */
} sl_refusal;

enum { SL_MOST_REFUSALS = 32 };

/** Begins empty: = {0}. */
typedef struct sl_refusals {
  sl_refusal all[SL_MOST_REFUSALS];
  size_t count;
  bool more; /**< there were further ones */
} sl_refusals;

/** Adds one, unless the same stands there for this line. `what` may hold any bytes. */
void sl_refusal_add(sl_refusals *out, int line, const char *what, size_t length,
                    const char *reason);

/** Puts them in the order of their lines. */
void sl_refusals_sort(sl_refusals *refusals);

#endif
