/** @file defect.h
 *  What the student learns from a repair: the line, and the kind of defect.
 */
#ifndef SL_REPAIR_DEFECT_H
#define SL_REPAIR_DEFECT_H

#include "repair/search.h"

#include <stddef.h>

/** Writes a sentence for the student: it names the line, but not the repair. */
void sl_defect_text(const sl_repair *repair, char *out, size_t size);

/** A short stable name of a defect, for records: "comparison". */
const char *sl_defect_name(sl_defect defect);

#endif
