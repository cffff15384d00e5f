/** @file source.h
 *  Checks a submission's source before anything is compiled, with a table of words and a few rules.
 *  Refused words that a macro could build from harmless ones are also refused.
 */
#ifndef SL_GATE_SOURCE_H
#define SL_GATE_SOURCE_H

#include "base/status.h"
#include "gate/refusals.h"
#include "source/tokens.h"

/** The solutions of the labs have 2 to 14 KB. The limits keep the text small, so that a submission
 *  cannot keep the gate busy. */
enum { SL_GATE_MOST_BYTES = 256 << 10, SL_GATE_MOST_DEPTH = 200, SL_GATE_MOST_MACROS = 500 };

/** Checks a text. `header` is the lab's header, such as "ell.h". Adds refusals to `out`. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_gate_source_text(const char *text, size_t size, const char *header, sl_refusals *out);

/** Like sl_gate_source_text, and stores the tokens in `tokens`; free them in either case. There are
 *  none if the text is too large. */
sl_status sl_gate_source_lex(const char *text, size_t size, const char *header, sl_tokens *tokens,
                             sl_refusals *out);

#endif
