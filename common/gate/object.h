/** @file object.h
 *  Checks a submission's object after compiling, before it is linked or run: the symbols that it
 *  references and exports, and the code that runs before main. For objects of lenscc.
 */
#ifndef SL_GATE_OBJECT_H
#define SL_GATE_OBJECT_H

#include "base/status.h"
#include "gate/refusals.h"
#include "source/tokens.h"

#include <stddef.h>

enum { SL_OBJECT_MOST_BYTES = 16 << 20 };

/** Adds refusals to `out`. The line of a refusal is the first occurrence of the name in the source
 *  (NULL: there is no source). Errors: SL_ERR_MEMORY. */
sl_status sl_gate_object(const unsigned char *bytes, size_t size, const sl_tokens *source,
                         sl_refusals *out);

#endif
