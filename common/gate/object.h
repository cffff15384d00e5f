/** @file object.h
 *  Looks at a submission's object after compiling, and before it is linked or run: what it takes
 *  from elsewhere, what it defines for others, and what runs before main. For objects of lenscc.
 */
#ifndef SL_GATE_OBJECT_H
#define SL_GATE_OBJECT_H

#include "base/status.h"
#include "gate/refusals.h"
#include "source/tokens.h"

#include <stddef.h>

enum { SL_OBJECT_MOST_BYTES = 16 << 20 };

/** Adds to `out`. The line of a refusal is that at which the source, if there is one (else NULL),
 *  first says the name. Errors: SL_ERR_MEMORY. */
sl_status sl_gate_object(const unsigned char *bytes, size_t size, const sl_tokens *source,
                         sl_refusals *out);

#endif
