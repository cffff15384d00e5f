/** @file source.h
 *  Looks at a submission's source before anything is compiled. A table of words and a few rules:
 *  what a macro could build from harmless words is refused with it.
 */
#ifndef SL_GATE_SOURCE_H
#define SL_GATE_SOURCE_H

#include "base/status.h"
#include "gate/refusals.h"
#include "source/tokens.h"

/** The solutions of the labs have 2 to 14 KB. What is looked at stays small, so that the gate
 * itself cannot be kept busy. */
enum { SL_GATE_MOST_BYTES = 256 << 10, SL_GATE_MOST_DEPTH = 200, SL_GATE_MOST_MACROS = 500 };

/** Looks at a text. `header` is the one that the lab supplies, such as "ell.h". Adds to `out`.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_gate_source_text(const char *text, size_t size, const char *header, sl_refusals *out);

/** The same, and leaves the tokens in `tokens`, to be freed in any event; there are none where the
 *  text was too large to be cut. */
sl_status sl_gate_source_lex(const char *text, size_t size, const char *header, sl_tokens *tokens,
                             sl_refusals *out);

#endif
