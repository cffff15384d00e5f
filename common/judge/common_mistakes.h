/** @file common_mistakes.h
 *  Mistakes that are the same in every lab, because the lens sees them happen. They are named where
 *  no mistake of the lab's own explains any of the failed cases, so that a lab without a catalogue
 *  has them too.
 */
#ifndef SL_JUDGE_COMMON_MISTAKES_H
#define SL_JUDGE_COMMON_MISTAKES_H

#include "judge/task.h"

enum { SL_NUM_COMMON_MISTAKES = 37 };

/** Each has a rule and no fingerprint. */
extern const sl_mistake sl_everywhere[SL_NUM_COMMON_MISTAKES];

/** The rule of the mistake of this name; NULL: there is none. A lab that lists the name in its own
 *  catalogue, to have programs of it tested, is judged by the same rule. */
const sl_rule *sl_common_mistakes_rule(const char *name);

/** Whether a mistake is one of these, in the table or in the catalogue of a lab that lists it. */
bool sl_common_mistakes_has(const sl_mistake *mistake);

/** The one of this name, which must be among them. */
const sl_mistake *sl_common_mistakes_named(const char *name);

/** What the source proves of a barrier to which not all threads come: no thread can have left. */
extern const sl_mistake sl_barrier_skipped;

/** What the source tells of a kernel whose barriers have nothing to order (sl_source_not_shared).
 */
extern const sl_mistake sl_shared_forgotten;

/** What the source alone tells (sl_source_without_return). */
extern const sl_mistake sl_no_return;

/** The host uses memory of the device on a line that calls a kernel. */
extern const sl_mistake sl_kernel_called;

/** What shows if the same case is right when malloc gives memory that is 0. */
extern const sl_mistake sl_own_memory_not_cleared;

/** What shows if the same case is right in a worker that has done nothing before, and the source
 * has a variable for it (sl_source_lasting). */
extern const sl_mistake sl_kept_from_earlier_call;

#endif
