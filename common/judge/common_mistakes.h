/** @file common_mistakes.h
 *  Mistakes that are the same in every lab, because the lens sees them happen. They are named if
 *  none of the lab's own mistakes explains any of the failed cases, so a lab without a catalogue
 *  has them too.
 */
#ifndef SL_JUDGE_COMMON_MISTAKES_H
#define SL_JUDGE_COMMON_MISTAKES_H

#include "judge/task.h"

enum { SL_NUM_COMMON_MISTAKES = 39 };

/** The common mistakes. Each has a rule and no fingerprint. */
extern const sl_mistake sl_everywhere[SL_NUM_COMMON_MISTAKES];

/** The rule of the mistake of this name; NULL: there is none. A lab may list the name in its own
 *  catalogue to test programs with the mistake; the same rule applies. */
const sl_rule *sl_common_mistakes_rule(const char *name);

/** Whether a mistake is a common one, in the table or in the catalogue of a lab that lists it. */
bool sl_common_mistakes_has(const sl_mistake *mistake);

/** The common mistake of this name, which must exist. */
const sl_mistake *sl_common_mistakes_named(const char *name);

/** The mistake if not all threads reach a barrier and the source proves that no thread can have
 *  left. */
extern const sl_mistake sl_barrier_skipped;

/** The mistake of a kernel whose barriers have nothing to order, as its source shows
 *  (sl_source_not_shared).
 */
extern const sl_mistake sl_shared_forgotten;

/** A mistake that the source alone shows (sl_source_without_return). */
extern const sl_mistake sl_no_return;

/** The mistake if the host uses device memory on a line that calls a kernel. */
extern const sl_mistake sl_kernel_called;

/** The mistake if the same case is right when malloc returns zeroed memory. */
extern const sl_mistake sl_own_memory_not_cleared;

/** The mistake if the same case is right in a new worker, and the source has a variable that could
 *  keep a value (sl_source_lasting). */
extern const sl_mistake sl_kept_from_earlier_call;

#endif
