/** @file versions.h
 *  Versions of one file in a submission: "ell (2).cu" and "ell-2.cu", also of archives, and the
 *  attempts that a platform numbers.
 */
#ifndef SL_GRADE_VERSIONS_H
#define SL_GRADE_VERSIONS_H

#include "grade/inventory.h"

/** Positive if `b` is a later version of the same file than `a`, negative if it is an earlier one;
 *  0: unknown. */
int sl_versions_compare(const sl_inventory_entry *a, const sl_inventory_entry *b);

#endif
