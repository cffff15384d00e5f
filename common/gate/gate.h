/** @file gate.h
 *  What may be in a submission: its source before anything is compiled, and its object before
 *  anything runs. The gate is one of several walls: it keeps out what no right program needs, and
 *  tells the student the line; what it does not see, the sandbox and the evidence must bear.
 */
#ifndef SL_GATE_GATE_H
#define SL_GATE_GATE_H

#include "base/status.h"
#include "gate/refusals.h"

/** Looks at the source file. A file that is no text, too large, or no ordinary file is refused;
 *  that it cannot be read is an error: SL_ERR_INPUT, SL_ERR_MEMORY. `header`: the lab's own. */
sl_status sl_gate_source_file(const char *path, const char *header, sl_refusals *out);

/** Looks at the object file that `source` was compiled to. Errors as above. */
sl_status sl_gate_object_file(const char *path, const char *source, const char *header,
                              sl_refusals *out);

#endif
