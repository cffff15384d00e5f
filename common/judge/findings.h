/** @file findings.h
 *  What the lens found, as the models of mistakes look at it: rules for one finding, and the
 *  mistakes that it sees happen and that are the same in every lab, for a `lab.c` to use as
 *  sl_rule.explains. A GPU shows none of them for certain.
 */
#ifndef SL_JUDGE_FINDINGS_H
#define SL_JUDGE_FINDINGS_H

#include "judge/lab.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether one finding is of the kind that is looked for, on the case of the evidence. */
typedef bool sl_finding_rule(const sl_evidence *evidence, const sl_finding *finding);

/** The first finding that fits; NULL: none does. */
const sl_finding *sl_first_finding(const sl_evidence *evidence, sl_finding_rule *fits);

/** Each finding fits. True also when nothing was found. */
bool sl_no_finding_but(const sl_evidence *evidence, sl_finding_rule *fits);

/** Something was found, and each finding fits. */
bool sl_all_findings(const sl_evidence *evidence, sl_finding_rule *fits);

/** SL_EXPLAINS when something was found and each finding fits, SL_CONTRADICTS when one does not,
 *  SL_NEUTRAL when nothing was found. */
sl_judgement sl_judge_findings(const sl_evidence *evidence, sl_finding_rule *fits);

/** Something of this kind (lens_finding_kind) was found, unless `array` is NULL at this array. */
bool sl_found(const sl_evidence *evidence, int kind, const char *array);

/** All that was found is of this kind and, unless `array` is NULL, at this array. True also when
 *  nothing was found. */
bool sl_found_only(const sl_evidence *evidence, int kind, const char *array);

/** The number of the finding's thread in a launch of blocks of so many threads each. */
long long sl_finding_thread(const sl_finding *finding, int threads_per_block);

/** A read or a write outside of an array. */
bool sl_is_out_of_bounds(const sl_finding *finding);

/* Rules of mistakes: see sl_rule. */

/** Threads of one block meet at an element without a barrier between them, and read and write in
 *  one statement, so that no barrier can stand between. */
sl_judgement sl_explains_race_in_statement(const sl_evidence *evidence);

/** Threads of one block meet without a barrier between them, in memory that is none of the
 *  problem's arrays. */
sl_judgement sl_explains_missing_barrier(const sl_evidence *evidence);

/** Threads have left the kernel before a barrier at which others of their block wait. */
sl_judgement sl_explains_left_before_barrier(const sl_evidence *evidence);

/** Different blocks meet at elements of the array `name`. */
sl_judgement sl_explains_race_of_blocks(const sl_evidence *evidence, const char *name);

/** Memory of the student's own is read that was never filled: the first thing that was found. */
sl_judgement sl_explains_uninitialised(const sl_evidence *evidence);

/** The answer is right, and device memory was not freed. */
sl_judgement sl_explains_not_freed(const sl_evidence *evidence);

/** The program crashed at or behind the end of memory that it had taken for itself on the host. Of
 *  cases without that it says nothing. */
sl_judgement sl_explains_own_memory_too_short(const sl_evidence *evidence);

/** The launch was refused as one with a grid of no blocks is. A GPU's error does not tell it from
 * one of blocks that are too large; the lens does. */
bool sl_grid_refused(const sl_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
