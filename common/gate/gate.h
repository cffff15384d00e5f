/** @file gate.h
 *  Checks a submission: its source before anything is compiled, and its object before anything
 *  runs. The gate is one of several defences: it refuses what no right program needs, and reports
 *  the line. What it misses is left to the sandbox and the other checks.
 */
#ifndef SL_GATE_GATE_H
#define SL_GATE_GATE_H

#include "base/status.h"
#include "gate/refusals.h"

/** Checks the source file. A file that is not text, too large, or not a regular file is refused; a
 *  file that cannot be read is an error: SL_ERR_INPUT, SL_ERR_MEMORY. `header`: the lab's
 *  header. */
sl_status sl_gate_source_file(const char *path, const char *header, sl_refusals *out);

/** Checks the object file of `source`. Errors: those of sl_gate_source_file. */
sl_status sl_gate_object_file(const char *path, const char *source, const char *header,
                              sl_refusals *out);

#endif
