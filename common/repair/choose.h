/** @file choose.h
 *  Chooses the line to name from the repairs that pass, or no line.
 */
#ifndef SL_REPAIR_CHOOSE_H
#define SL_REPAIR_CHOOSE_H

#include "repair/search.h"

/** The outcome of an edit. */
typedef enum sl_outcome {
  SL_UNTRIED,
  SL_REFUSED, /**< the compiler refused the edit */
  SL_FAILS,
  SL_PASSES
} sl_outcome;

/** Fills line, defect, before and after if the repairs that pass agree well enough. `outcomes` has
 *  an sl_outcome for each edit; `seen_line` is the line at which the failure showed, or 0. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_choose(const sl_tokens *tokens, const sl_edits *edits, const unsigned char *outcomes,
                    int seen_line, sl_repair *out);

#endif
